"""The command line: `libro COMMAND`. Each command is a file of `builder/commands`.

Little is imported before `main` runs, so that Ctrl-C finds it ready from the first moment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

COMMANDS = ("build", "serve", "check", "new", "clean", "doctor")
FINE, CONTENT, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: 0 fine, 1 the content (or this machine) has problems, 2 usage, 130 Ctrl-C."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        from builder import messages

        print(f"libro: {messages.text('interrupted')}", file=sys.stderr, flush=True)
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    from builder.problems import BuildError, ContentProblems
    from builder.terminal import Terminal

    given = list(sys.argv[1:] if arguments is None else arguments)
    # What only other commands need isn't imported.
    chosen = _parser(given[:1] if given and given[0] in COMMANDS else COMMANDS).parse_args(given)
    terminal = Terminal(quiet=chosen.quiet, verbose=chosen.verbose, problem_format=chosen.format)
    try:
        chosen.run(chosen, terminal)
    except ContentProblems as found:
        terminal.problems(found.problems)
        return CONTENT
    except BuildError as error:
        terminal.error(error)
        return CONTENT
    except OSError as error:
        # A full disk, a folder that may not be written: the machine's word, without a traceback.
        named = f": {error.filename}" if error.filename else ""
        # A copied folder has a list of them, one for each file.
        copies = error.args[0] if error.args and isinstance(error.args[0], list) else []
        terminal.error(BuildError(copies[0][2] if copies else f"{error.strerror or error}{named}"))
        return CONTENT
    return FINE


def _parser(names: Iterable[str]) -> argparse.ArgumentParser:
    import importlib

    from builder import __version__, messages
    from builder.terminal import FORMATS
    from builder.usage import Parser

    parser = Parser(prog="libro", description=messages.text("about"))
    parser.add_argument("--version", action="version", version=f"libro {__version__}", help=messages.usage("version"))
    shared = Parser(add_help=False)
    amount = shared.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help=messages.text("quiet"))
    amount.add_argument("-v", "--verbose", action="store_true", help=messages.text("verbose"))
    shared.add_argument("--format", choices=FORMATS, default="text", help=messages.text("check_format"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = importlib.import_module(f"builder.commands.{name}")
        command = commands.add_parser(name, help=module.about(), description=module.about(), parents=[shared])
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser
