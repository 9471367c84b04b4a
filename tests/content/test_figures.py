"""The figures of the lessons: what each is there to show is in its numbers, and they are those of the prose, the tables and the alt texts."""

import importlib.util
import json
import re
from types import ModuleType

import numpy as np
import pytest

from builder import DEFAULT_BOOK


def lesson(place: str) -> tuple[ModuleType, str]:
    """The figures of a lesson, and its text; `place` is how its folders begin: "4-atencion/2"."""
    (folder,) = DEFAULT_BOOK.glob(f"{place}-*")
    spec = importlib.util.spec_from_file_location("figures_of_" + re.sub(r"\W", "_", place), folder / "figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, (folder / "lesson.md").read_text(encoding="utf-8")


def alt(text: str, function: str) -> str:
    found = re.search(rf":::\{{figure\}} {function}\n(?:.*\n)*?:alt: (.*)", text)
    assert found is not None
    return found[1]


def says(words: str, *values: float, digits: int = 2) -> None:
    """Each value stands in the words as it is rounded."""
    for value in values:
        assert f"{value:.{digits}f}" in words, (value, words)


def test_the_referee_errs_least_near_one_hundred_thousandth():
    figures, _ = lesson("2-redes/7")
    errors = {power: figures.referee_error(10.0**power) for power in range(-13, 0)}
    assert min(errors, key=errors.get) in (-6, -5, -4)
    # To the right, an error that grows with the square of the step; to the left, one that grows as the step shrinks.
    assert errors[-2] / errors[-3] == pytest.approx(100, rel=0.05)
    assert errors[-13] > 1000 * errors[-9] > 1000 * errors[-5]


def test_every_row_of_the_fifth_block_moves_but_that_of_no():
    figures, text = lesson("3-secuencias/1")
    moved = figures.distances()[-1]
    assert (moved[4, figures.NO], (moved[4, 1:] > 0.5).all()) == (0, True)
    assert f"[{' '.join(f'{value:.2f}' for value in moved[:4, figures.NO])} 0.  ]" in text  # what the cell prints
    says(alt(text, "row_movement"), moved[:4, figures.NO].mean(), moved[4, 1:].mean(), digits=1)


def test_alone_and_with_the_teacher_are_the_rows_that_the_cell_prints():
    figures, text = lesson("3-secuencias/3")
    alone, taught = figures.digits_right()
    for name, shares in (("sola        ", alone), ("con maestro ", taught)):
        assert f"{name} {' '.join(f'{share:.2f}' for share in shares)}\n" in text
    says(alt(text, "alone_and_taught"), alone[-1], taught[-1])


def test_the_measures_are_those_of_the_table():
    figures, text = lesson("4-atencion/2")
    (folder,) = DEFAULT_BOOK.glob("4-atencion/2-*")
    for record in json.loads((folder / "measures.json").read_text(encoding="utf-8")):
        name = record["network"].replace("d_h", "$d_h").replace("16", "16$").replace("32", "32$").replace("64", "64$")
        row = re.findall(rf"^\| {re.escape(name)} \| [^|]+ \|(.*)\|$", text, re.MULTILINE)[0]  # of the first table
        shown = [[float(end) for end in cell.replace("\u2060", "").split("–")] for cell in row.split("|")]
        for seeds, ends in zip(record["shares"], shown, strict=True):
            assert [round(min(seeds), 2), round(max(seeds), 2)] == pytest.approx([ends[0], ends[-1]], abs=0.006)
    worst = figures.worst_shares()
    words = alt(text, "capacity")
    says(words, worst["atención, d_h = 16"][0])
    assert all(worst[f"resumen fijo, d_h = {d}"][2] < 0.25 for d in (16, 32, 64)) and worst["atención, d_h = 16"][2] > 0.7


def test_both_translators_translate_and_one_looks_where_it_translates_from():
    figures, text = lesson("4-atencion/4")
    (both_exact, both_look), (forward_exact, forward_look) = map(figures.measured, ("bi_additive_d32", "uni_additive_d32"))
    assert min(both_exact[-1], forward_exact[-1]) > 0.98 and both_look[-1] > 0.9 > 0.5 > max(forward_look)
    says(alt(text, "learning_to_look"), both_look[-1], forward_look[-1])


def test_after_a_hundred_steps_the_additive_score_is_behind():
    figures, text = lesson("4-atencion/5")
    found = {name: dict(zip(*figures.exact_by_step(name))) for name in figures.NETWORKS}
    at = {name: shares[100] for name, shares in found.items()}
    assert at["bi_additive_d32"] < 0.2 < 0.4 < at["bi_dot_d32"] < 0.6 and at["luong_general_d32"] > 0.95
    assert all(shares[300] > 0.97 for shares in found.values())
    says(alt(text, "learning"), *at.values())


def test_undivided_slopes_are_nothing_or_too_much():
    figures, text = lesson("5-transformer/2")
    plain, divided = figures.slopes(1), figures.slopes(np.sqrt(figures.D))
    assert 1 / 3 < (plain < 0.15).mean() < 0.4 and plain.max() > 4
    assert ((0.3 < divided) & (divided < 0.45)).mean() > 0.95
    assert f"{100 * ((0.27 < divided) & (divided < 0.43)).mean():.0f}" == "98"
    # The cell's own table, from the same draws.
    assert f"  64      1   0.88   0.15  {plain.mean():>7.2f}" in text


def test_what_one_difference_gains_another_loses():
    figures, text = lesson("5-transformer/3")
    order, after = figures.CHANGES["papeles cambiados"][0], figures.CHANGES["quién va después"][0]
    assert figures.distance(order, 2 / 3) == pytest.approx(figures.distance(after, 2 / 3))
    says(alt(text, "one_unit"), figures.distance(order, 2 / 3), figures.distance(order, 1), figures.distance(after, 0.5))


def test_without_the_shortcut_three_blocks_are_enough():
    figures, text = lesson("5-transformer/4")
    bare, unnormed, whole = (figures.likeness_by_block(**missing) for missing in ({"shortcut": False}, {"normalize": False}, {}))
    assert bare[3] > 0.995 > bare[2] and max(whole) < 0.85
    says(alt(text, "growing_alike"), unnormed[-1], whole[-1], whole[0])
    assert f"completo            {whole[-1]:>10.2f}" in text and f"sin normalizar      {unnormed[-1]:>10.2f}" in text


def test_marks_agree_less_and_less_but_not_at_every_step():
    figures, text = lesson("5-transformer/5")
    narrow, wide = figures.agreement(64), figures.agreement(512)
    assert narrow[0] == wide[0] == 1 and 32 * narrow[5] == pytest.approx(23.504, abs=0.001)
    assert (np.diff(narrow) > 0).sum() > 50 and min(narrow.min(), wide.min()) > 0.2
    says(alt(text, "by_distance"), narrow[5], wide[5], narrow[100], wide[100])


def test_the_two_costs_meet_at_six_times_the_width():
    figures, text = lesson("5-transformer/8")
    mixing, rest = figures.products(6 * figures.D)
    assert mixing == rest and f"{6 * figures.D}" in alt(text, "two_slopes")
    mixing, rest = figures.products(512)
    assert round(100 * mixing / (mixing + rest)) == 10


def test_heads_by_words_are_the_lists_of_the_cell():
    figures, text = lesson("5-transformer/9")
    counted, alone = figures.heads_by_words("all"), figures.heads_by_words("among_words")
    assert f"with_marks = {counted[:5]}\n" in text and f"words_only = {alone}\n" in text
    assert sum(counted) == sum(alone) == 144
