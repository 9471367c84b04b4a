"""From a book's folder to `dist/`."""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path

from builder.content import read_content
from builder.memory import not_collecting
from builder.output import check_output, replacing
from builder.problems import Problems
from builder.site import make_site
from builder.store import Store
from builder.take_along.folder import archive_name, zip_folder
from builder.terminal import Terminal, megabytes
from builder.trees import files_below
from builder.writing import Writer


@not_collecting()
def build(
    root: Path,
    output: Path,
    terminal: Terminal,
    *,
    update: bool = False,
    with_model: bool = False,
    store: Store | None = None,
) -> None:
    """Build the book in `root` into `output`.

    Raises `ContentProblems` with every problem of the content, or `BuildError`; either way `output`
    stays as it was. `update` rewrites the `{output}` blocks that differ from what cells print; `with_model` adds the
    pretrained model that readers may run on their own sentences.
    """
    problems = Problems()
    check_output(output, root)
    store = store or Store()

    # The new book is made beside the old one and takes its place in one step.
    with replacing(output) as stage, Writer(stage, output, store) as writer:
        # Text, links, formulas and code: everything that an author may have got wrong.
        content = read_content(root, store, terminal, problems, update=update)
        problems.raise_if_errors()
        terminal.warnings(problems.warnings)

        # Styles, scripts, the reader's Python and the pages.
        site = make_site(content, terminal, with_model=with_model)

        folders = {folder: [name.replace(os.sep, "/") for name in files_below(folder)] for folder in site.folders}
        archive = [archive_name(content.book)] if "folder" in content.book.config.downloads else []
        writer.begin({*site.pages, *archive, *chain.from_iterable(folders.values())})
        for folder, urls in folders.items():
            writer.copy(folder, urls)
        for url in site.pages:
            writer.write(url, site.pages.token(url), lambda url=url: site.pages[url])
        for url in archive:
            writer.make(url, lambda path: zip_folder(stage, path, content.book.id))
        writer.finish()
    writer.remember()
    terminal.line("built", size=megabytes(writer.size), path=str(output / "index.html"))
