"""The block rule that recognises `:::{name} argument`, its `:key: value` lines and its body."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from builder.markdown.registry import DIRECTIVES, PROSE
from builder.problems import Problems, nearest

OPENING = re.compile(r"^(?P<fence>:{3,})\{(?P<name>[^}\s]*)\}[ \t]*(?P<argument>.*)$")
_CLOSING = re.compile(r"^:{3,}[ \t]*$")
_COLONS = re.compile(r"^:{3,}")
_CODE_FENCE = re.compile(r"^(`{3,}|~{3,})")
OPTION = re.compile(r"^:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")


def directives_plugin(md: MarkdownIt) -> None:
    md.block.ruler.before(
        "fence", "directive", _directive, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    line = _line(state, start)
    if not _COLONS.match(line):
        return False
    opening = OPENING.match(line)
    if silent:
        return opening is not None
    problems, path = state.env["problems"], state.env["path"]
    if opening is None:
        # `::: nota`, or a `:::` that closes nothing: never plain text in silence.
        name = line.strip(": \t")
        if name:
            problems.add("directive-braces", path, start + 1, line=line.strip(), name=name.split()[0].strip("{}"))
        else:
            problems.add("directive-stray-close", path, start + 1)
        state.line = start + 1
        return True
    name, argument = opening["name"], opening["argument"].strip()
    known = DIRECTIVES.get(name)
    close = _closing_line(state, start, end, len(opening["fence"]))
    is_open = close is None
    if close is None:
        problems.add("directive-open", path, start + 1, name=name, fence=opening["fence"])
        close, after = end, end
    else:
        after = close + 1
    if known is None:
        colon = [d.name for d in DIRECTIVES.values() if d.body != "code"]
        problems.add("directive-unknown", path, start + 1, name=name, near=nearest(name, colon or DIRECTIVES))
        state.line = after
        return True
    if known.body == "code":
        problems.add("directive-fence", path, start + 1, name=name)
        state.line = after
        return True
    first, options, option_lines, twice = _options(state, start + 1, close)
    check_head(known.name, argument, options, option_lines, twice, path, start + 1, problems)
    if first < close and (near := _line(state, first)).startswith(":") and not _COLONS.match(near):
        problems.add("option-syntax", path, first + 1, line=near.strip())
    if name in PROSE and not is_open and not any(_line(state, number).strip() for number in range(first, close)):
        problems.add("directive-empty", path, start + 1, name=name)

    token = state.push("directive_open", "div", 1)
    token.map = [start, after]
    token.info = name
    token.meta = {"argument": argument, "options": options, "option_lines": option_lines}
    if name == "example":
        token.meta["source"] = state.getLines(first, close, state.blkIndent, False)
    if argument and known.argument == "prose":
        title = state.push("inline", "", 0)
        title.content, title.map, title.children = argument, [start, start + 1], []
        title.meta = {"title": True}
    old_parent, old_max = state.parentType, state.lineMax
    state.parentType, state.lineMax = "directive", close
    state.md.block.tokenize(state, first, close)
    state.parentType, state.lineMax = old_parent, old_max
    state.push("directive_close", "div", -1).info = name
    state.line = after
    return True


def check_head(
    name: str,
    argument: str,
    options: dict[str, str],
    lines: dict[str, int],
    twice: Sequence[tuple[str, int]],
    path: object,
    line: int,
    problems: Problems,
) -> None:
    """Record what is wrong with a directive's argument and options."""
    known = DIRECTIVES[name]
    if known.argument_required and not argument:
        problems.add("directive-argument-missing", path, line, name=name)
    if known.argument == "none" and argument:
        problems.add("directive-argument-extra", path, line, name=name, argument=argument)
    for key, other in twice:
        problems.add("option-twice", path, other, option=key, first=lines[key])
    if known.options is not None:
        for key in options:
            if key not in known.options:
                near = nearest(key, known.options)
                problems.add("option-unknown", path, lines[key], name=name, option=key, near=near)


def split_options(lines: Sequence[str], first_line: int) -> tuple[int, dict[str, str], dict[str, int], list[tuple[str, int]]]:
    """How many of `lines` are options, their values, the line number of each, and those that are given again, with theirs."""
    options: dict[str, str] = {}
    places: dict[str, int] = {}
    twice: list[tuple[str, int]] = []
    for count, line in enumerate(lines):
        match = OPTION.match(line.strip())
        if match is None:
            return count, options, places, twice
        if match["key"] in options:
            twice.append((match["key"], first_line + count))
            continue
        options[match["key"]] = (match["value"] or "").strip()
        places[match["key"]] = first_line + count
    return len(lines), options, places, twice


def _options(state: StateBlock, first: int, close: int) -> tuple[int, dict[str, str], dict[str, int], list[tuple[str, int]]]:
    lines = [_line(state, n) for n in range(first, close)]
    count, options, places, twice = split_options(lines, first + 1)
    return first + count, options, places, twice


def _closing_line(state: StateBlock, start: int, end: int, fence: int) -> int | None:
    """The line that closes the directive opened at `start`; nested ones of the same fence count."""
    depth = 0
    code = ""
    for number in range(start + 1, end):
        line = _line(state, number)
        if code:
            if line.startswith(code) and not line.strip(code[0] + " \t"):
                code = ""
            continue
        if found := _CODE_FENCE.match(line):
            code = found[1]
        elif nested := OPENING.match(line):
            depth += len(nested["fence"]) <= fence
        elif _CLOSING.match(line):
            length = len(line.strip())
            if depth and length <= fence:
                depth -= 1
            elif length >= fence:
                return number
    return None


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
