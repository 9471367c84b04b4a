"""When a missed question comes back: worked out by hand, day by day."""

SCHEDULE = "review/schedule.js"


def test_five_right_answers_in_a_row_and_it_is_learnt(evaluate):
    # Missed on day 100; then right each time on the day that it comes back: 100, 101, 104, 111, 127.
    *steps, learnt = evaluate(
        SCHEDULE,
        "missed(100)",
        "known({ step: 0, due: 100 }, 100)",
        "known({ step: 1, due: 101 }, 101)",
        "known({ step: 2, due: 104 }, 104)",
        "known({ step: 3, due: 111 }, 111)",
        "known({ step: 4, due: 127 }, 127)",
    )
    assert [(card["step"], card["due"]) for card in steps] == [(0, 100), (1, 101), (2, 104), (3, 111), (4, 127)]
    assert learnt is None


def test_who_comes_late_waits_from_the_day_she_came(evaluate):
    assert evaluate(SCHEDULE, "known({ step: 1, due: 101 }, 140)") == [{"step": 2, "due": 143}]


def test_what_waits_today_and_in_which_order(evaluate):
    deck = "{ d: { step: 2, due: 99 }, c: { step: 0, due: 100 }, b: { step: 0, due: 99 }, a: { step: 0, due: 99 }, e: { step: 0, due: 101 } }"
    assert evaluate(SCHEDULE, f"dueToday({deck}, 100)", f"dueToday({deck}, 98)", f"nextDay({deck})", "nextDay({})") == [
        ["a", "b", "d", "c"], [], 99, None,
    ]  # fmt: skip


def test_a_day_begins_at_the_reader_s_own_midnight(evaluate):
    # 2026-03-29 is 20541 days after 1970-01-01: 56 years of 365 days, 14 leap days, 31 + 28 + 28 of the year.
    days = evaluate(
        SCHEDULE, "dayOf(new Date(2026, 2, 29, 0, 0, 1))", "dayOf(new Date(2026, 2, 29, 23, 59, 59))", "dayOf(new Date(2026, 2, 30, 0, 0, 0))"
    )
    assert days == [56 * 365 + 14 + 31 + 28 + 28, 20541, 20542]


def test_a_deck_is_made_sound(evaluate):
    kept = (
        "{ good: { step: 1, due: 101, more: 1 }, late: { step: 3, due: 90 }, far: { step: 1, due: 9999 }, beyond: { step: 5, due: 1 },"
        " below: { step: -1, due: 1 }, half: { step: 1.5, due: 1 }, text: { step: '1', due: 1 }, none: null, number: 3 }"
    )
    assert evaluate(SCHEDULE, f"soundDeck({kept}, 100)", *(f"soundDeck({one}, 100)" for one in ("null", "3", "'no'", "[1]"))) == [
        # A clock that ran ahead put «far» beyond reach: it comes back after its own rest.
        {"good": {"step": 1, "due": 101}, "late": {"step": 3, "due": 90}, "far": {"step": 1, "due": 101}}, {}, {}, {}, {},
    ]  # fmt: skip
