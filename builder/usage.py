"""The command line's own words: argparse in the language of the terminal, with the nearest name where one was meant."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from builder import messages

_KNOWN = {
    name: re.compile(pattern)
    for name, pattern in {
        "unknown": r"unrecognized arguments: (?P<what>.+)",
        "missing": r"the following arguments are required: (?P<what>.+)",
        "choice": r"argument (?P<name>[^:]+): invalid choice: '?(?P<what>.*?)'? \((?:choose from|maybe).*",
        "value": r"argument (?P<name>[^:]+): invalid \w+ value: '?(?P<what>.*?)'?",
        "lonely": r"argument (?P<name>[^:]+): expected (?:one|at least one|at most one) argument",
        "both": r"argument (?P<name>[^:]+): not allowed with argument (?P<what>.+)",
        "ambiguous": r"ambiguous option: (?P<what>\S+) could match (?P<known>.+)",
        "full": r"argument (?P<name>[^:]+): ignored explicit argument '?(?P<what>.*?)'?",
    }.items()
}


class _Formatter(argparse.HelpFormatter):
    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, messages.usage("usage") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong with a command, and what may have been meant; then it ends with 2."""

    def __init__(self, *arguments: object, **options: object) -> None:
        options.setdefault("formatter_class", _Formatter)
        wants_help = options.pop("add_help", True)
        super().__init__(*arguments, add_help=False, **options)  # type: ignore[arg-type]
        if wants_help:
            self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=messages.usage("help"))

    def format_help(self) -> str:
        # Not before: parents' groups are joined to a parser's own by their titles.
        self._positionals.title, self._optionals.title = messages.usage("positionals"), messages.usage("options")
        return super().format_help()

    def names(self) -> list[str]:
        """All that can be written after `libro`: options, commands and their options, choices."""
        found: list[str] = []
        for action in self._actions:
            found += action.option_strings
            found += [str(choice) for choice in action.choices or ()]
            if isinstance(action, argparse._SubParsersAction):
                for parser in action.choices.values():
                    found += parser.names()
        return list(dict.fromkeys(found))

    def error(self, message: str) -> NoReturn:
        from builder.problems import nearest  # late: most commands are right

        said, near = message, ""
        for name, pattern in _KNOWN.items():
            if found := pattern.fullmatch(message):
                said = messages.usage(name).format(**found.groupdict())
                if name in ("unknown", "choice"):
                    wrong = found["what"].split()[0]
                    # Dashes, which all options have, make none of them alike.
                    alike = {known.lstrip("-"): known for known in self.names() if known.startswith("-") == wrong.startswith("-")}
                    near = alike.get(nearest(wrong.lstrip("-"), alike), "")
                break
        hint = "    " + messages.usage("near").format(near=near) + "\n" if near else ""
        self.exit(2, f"{self.format_usage()}{self.prog}: {said}\n{hint}")
