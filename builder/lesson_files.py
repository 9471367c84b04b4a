"""The files beside a lesson that its code reads in the page as it does here: named in front matter, carried by the page."""

from __future__ import annotations

from builder.book import Lesson, front_line
from builder.problems import Problems, nearest

ENDS_SCRIPT = ("</script", "<!--")
"""A page can't carry these inside a script element, whatever its type."""


def lesson_files(lesson: Lesson, problems: Problems) -> dict[str, str]:
    """The texts of a lesson's files by name; what is wrong with them goes to `problems`."""
    assert lesson.front is not None
    for index, name in enumerate(lesson.front.scripts):
        if (lesson.folder / name).parent != lesson.folder or not (lesson.folder / name).is_file():
            near = nearest(name, [one.name for one in lesson.folder.glob("*.py")])
            problems.add("script-missing", lesson.path, front_line(lesson.path, "scripts", index), file=name, near=near)
    texts = {}
    for index, name in enumerate(lesson.front.files):
        path, line = lesson.folder / name, front_line(lesson.path, "files", index)
        if path.parent != lesson.folder or not path.is_file():
            beside = [one.name for one in lesson.folder.iterdir() if one.is_file() and one != lesson.path]
            problems.add("lesson-file-missing", lesson.path, line, file=name, near=nearest(name, beside))
            continue
        try:
            # Byte by byte what the lesson's code reads on this machine: no newlines or accents are touched.
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            problems.add("file-not-utf8", path, byte=error.start + 1, value=f"0x{error.object[error.start]:02x}")
            continue
        ending = next((one for one in ENDS_SCRIPT if one in text.lower()), None)
        if ending is not None or "\r" in text or "\0" in text:
            problems.add("lesson-file-text", lesson.path, line, file=name, text=ending or ("\\r" if "\r" in text else "\\0"))
            continue
        texts[name] = text
    return texts
