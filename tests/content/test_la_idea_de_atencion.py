"""Lesson 4.3 shows the numbers of the page that it grew from, and has every part that it promises."""

import re

from builder import DEFAULT_BOOK
from builder.crew import parse_lesson

FOLDER = DEFAULT_BOOK / "4-atencion" / "3-la-idea-de-atencion"


def test_it_is_lesson_3_of_block_4(lesson):
    assert (lesson.block.number, lesson.number) == (4, 3)
    assert lesson.title == "La idea de atención: mirar hacia atrás"
    assert lesson.url == "atencion/la-idea-de-atencion/index.html"


def test_the_book_has_thirty_lessons_in_five_blocks(content):
    counts = [sum(one.block == block for one in content.book.lessons) for block in content.book.blocks if not block.letter]
    assert counts == [3, 7, 3, 5, 12]


def test_the_table_of_distances_to_the_frozen_summary(prepared):
    """Published: 0.25 for good, 0.32 for <EOS>, above 1.35 for yesterday and book."""
    output = next(run.output for run in prepared.run.cells if "<EOS>" in run.output)
    rows = {row[1]: float(row[-1]) for row in map(str.split, output.splitlines()) if row and row[0].isdigit()}
    assert list(rows) == ["yesterday", "i", "read", "a", "very", "good", "book", "<EOS>"]
    assert rows["good"] == 0.25 and rows["<EOS>"] == 0.32
    assert rows["yesterday"] > 1.35 and rows["book"] > 1.35
    assert min(rows[name] for name in ("yesterday", "i", "read", "a", "very", "book")) > 0.8


def test_eight_contexts_against_one(prepared):
    output = next(run.output for run in prepared.run.cells if "<EOS>" in run.output)
    assert re.search(r"distintos: 8\b", output)
    assert re.search(r"congelada: 1\b", output)


def test_the_cell_complains_of_a_row_that_does_not_sum_to_one(prepared, lesson):
    from cell_kernel import Kernel

    source = next(cell.source for cell in prepared.document.cells if "row_sums" in cell.source)
    assert source.count("[.01, .02, .06, .86, .03, .02]") == 1
    spoiled = source.replace(".86, .03, .02]", ".96, .03, .02]")
    result = Kernel().run(spoiled, name="contextos", emit=lambda kind, text: None)
    assert result.error is not None and result.error.type == "AssertionError"
    assert "distancia" not in result.output


def test_five_display_equations_are_numbered_and_each_is_referred_to(prepared):
    labelled = [one for one in prepared.document.formulas if one.label]
    assert [one.number for one in labelled] == [1, 2, 3, 4, 5]
    referred = {link.href for link in prepared.document.links}
    assert {f"#{one.label}" for one in labelled} <= referred


def test_the_map_has_sixteen_states_at_hand_and_is_figure_1(prepared):
    use, run = prepared.document.explorables[0], prepared.run.explorables[0]
    assert (use.view, use.number) == ("alignment-map", 1)
    states = {(drawing["state"]["step"], drawing["state"]["frozen"]) for drawing in run.drawings}
    assert states == {(step, frozen) for step in range(1, 9) for frozen in (False, True)}


def test_four_questions_each_option_with_its_sentence(content, lesson):
    # In a book of this size a copy of the process keeps the questions; read here, they are at hand.
    (quiz,) = parse_lesson(content.book, lesson, frozenset()).document.quizzes
    assert len(quiz.questions) == 4
    for question in quiz.questions:
        assert len(question.options) >= 3
        assert all(option.feedback for option in question.options)
        assert sum(option.correct for option in question.options) == 1


def test_it_names_its_lessons_by_link(prepared, content, lesson):
    named = {target.lesson.key for target in content.targets_of(lesson) if target.lesson not in (None, lesson)}
    assert {
        "2-redes/7-la-regla-de-la-cadena", "3-secuencias/1-por-que-el-mlp-falla-con-secuencias", "4-atencion/1-la-arquitectura-encoder-decoder",
        "4-atencion/2-el-cuello-de-botella", "4-atencion/4-la-atencion-de-bahdanau",
    } <= named


def test_its_other_figures_stand_where_the_prose_argues_them(prepared):
    uses = {use.view: (use.number, run) for use, run in zip(prepared.document.explorables, prepared.run.explorables, strict=True)}
    assert [uses[view][0] for view in ("alignment-map", "convex-mixture", "softmax-axis", "choose-or-mix")] == [1, 2, 3, 4]
    assert all(uses[view][1].spec["prediction"] for view in ("convex-mixture", "softmax-axis", "choose-or-mix"))
    assert uses["softmax-axis"][1].first["values"]["received"] == "1.94"
    # What the prose sets is drawn already, and says what it says there.
    drawn = {(d["state"]["e2"], d["state"]["steps"]): d["values"] for d in uses["choose-or-mix"][1].drawings if d["state"]["temperature"] == 1}
    assert (drawn[0.95, 0]["chosen"], drawn[0.95, 0]["mixed"]) == ("(1.000, 0.000)", "(0.604, 0.583)")
    assert drawn[1.01, 0]["chosen"] == "(0.000, 1.000)"
    assert drawn[0.9, 20]["reached"] == "2.93"
