"""A finished lesson page, read again as a chapter that stands on paper: what is pressed or typed in is left out."""

from __future__ import annotations

from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from builder.templates import strings

_LEFT_OUT = ", ".join(
    (
        "script", "noscript", "button", "input", "progress", "[role=status]", ".anchor", ".cell-bar", ".cell-stale", ".cell-edited",
        ".explorable-controls", ".explorable-run", ".explorable-fault", ".explorable-actions", ".explorable-shares", ".control-help",
        ".prediction-choices", ".prediction-answer", ".feedback", ".question-check", ".quiz-end", ".plot-live", ".figure-csv",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Chapter:
    """A lesson: where its page is, what its head says, its prose as a tree, and the answers to its questions."""

    url: str
    label: str
    title: str
    summary: str
    prose: Tag
    answers: tuple[Tag, ...]

    @property
    def key(self) -> str:
        """A name for it that no other lesson has, fit for an id: `atencion--la-idea-de-atencion`."""
        return self.url.removesuffix("/index.html").replace("/", "--")


def read_chapter(page: str, url: str) -> Chapter:
    """The chapter on a lesson's page. Raises ValueError if the page has no prose."""
    soup = BeautifulSoup(page, "html5lib")
    prose = soup.select_one(".prose")
    if prose is None:
        raise ValueError(f"{url} has no prose")
    for one in prose.select("button.set"):
        one.unwrap()  # words of a sentence
    for one in prose.select(_LEFT_OUT):
        one.decompose()
    for caption in prose.select("figure > figcaption"):
        caption.parent.append(caption.extract())  # below the numbers too: nothing is folded here
    answers = tuple(_take_answers(soup, prose))
    for one in prose.select("details"):
        one["open"] = ""
    return Chapter(url, _text(soup, ".lesson-label"), _text(soup, "h1"), _text(soup, ".lesson-summary"), prose, answers)


def _take_answers(soup: BeautifulSoup, prose: Tag) -> list[Tag]:
    """The answers of each question, out of the prose: on paper they stand at the end."""
    words = strings()["quiz"]
    taken = []
    for question in prose.select(".question"):
        answers = question.select_one(".answers")
        if answers is None:
            continue
        entry = soup.new_tag("section", attrs={"class": "answered"})
        prompt = soup.new_tag("p", attrs={"class": "answered-question"})
        for part in (question.select_one(".question-number"), " ", question.select_one(".question-prompt")):
            if part is not None:
                prompt.append(part if isinstance(part, str) else part.__copy__())
        entry.append(prompt)
        rows = answers.select_one("dl")
        if rows is not None:
            entry.append(rows.extract())
        answers.decompose()
        entry["aria-label"] = words["answers"]
        taken.append(entry)
    return taken


def _text(soup: BeautifulSoup, selector: str) -> str:
    found = soup.select_one(selector)
    return found.get_text(" ", strip=True) if found else ""


def tex_of(formula: Tag) -> str:
    """The source of a formula that KaTeX rendered."""
    source = formula.select_one("annotation")
    return source.get_text() if source else formula.get_text()
