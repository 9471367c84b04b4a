"""A cell's output arrives while it runs, and its last expression is its result."""

import builtins
import io
import logging
import sys

import pytest

from cell_kernel import EvaluationError, Kernel
from cell_kernel.capture import Transcript


def run(kernel, source, name="prueba", environment=""):
    pieces = []
    result = kernel.run(
        source, name=name, environment=environment, emit=lambda kind, text: pieces.append((kind, text))
    )
    assert result.output == "".join(text for kind, text in pieces if kind != "gloss")
    return result, pieces


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("print('hola')", [("stdout", "hola\n")]),
        ("1 + 1", [("result", "2\n")]),
        ("print('hola')\n1 + 1", [("stdout", "hola\n"), ("result", "2\n")]),
        ("x = 3", []),
        ("None", []),
        ("'texto'", [("result", "'texto'\n")]),
        ("", []),
        ("# sólo un comentario", []),
        ("print('a', end='')", [("stdout", "a")]),
        ("import sys\nprint('mal', file=sys.stderr)", [("stderr", "mal\n")]),
        (
            "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')",
            [("stdout", "a\n"), ("stderr", "b\n"), ("stdout", "c\n")],
        ),
        ("for i in range(2):\n    i", []),
        ("def f():\n    return 7\nf()", [("result", "7\n")]),
        ("print('línea')\r\n5\r\n", [("stdout", "línea\n"), ("result", "5\n")]),
        ("from __future__ import annotations\nint", [("result", "<class 'int'>\n")]),
    ],
)
def test_pieces(source, pieces):
    result, emitted = run(Kernel(), source)
    assert emitted == pieces
    assert result.ok and result.error is None


def test_output_arrives_before_the_cell_ends():
    counts = []
    pieces = []
    kernel = Kernel()
    # The cell itself looks at what has been received so far.
    builtins.received = lambda: counts.append(len(pieces))
    try:
        source = "print('una')\nreceived()\nprint('dos')\nreceived()"
        kernel.run(source, name="b", emit=lambda kind, text: pieces.append(text))
    finally:
        del builtins.received
    assert counts == [1, 2]


def test_a_line_without_its_end_is_sent_on_flush():
    pieces = []

    def emit(kind, text):
        pieces.append(text)

    Kernel().run("print('a', end='', flush=True)\nprint('b', end='')\n1/0", name="c", emit=emit)
    assert pieces[:2] == ["a", "b"]


def test_a_flood_of_lines_travels_in_few_pieces():
    _, pieces = run(Kernel(), "for i in range(20_000):\n    print(i)")
    assert "".join(text for _, text in pieces) == "".join(f"{i}\n" for i in range(20_000))
    assert len(pieces) < 400


def test_output_beyond_the_limit_is_cut_and_said():
    result, pieces = run(Kernel(output_limit=10), "print('12345678')\nprint('abc')\nprint('def')\n42")
    assert result.output == (
        "12345678\na\n[La salida pasa de 10 B; el resto no se muestra.]\n42\n"
    )
    assert [kind for kind, _ in pieces] == ["stdout", "stdout", "stderr", "result"]


def test_the_limit_is_of_one_cell():
    kernel = Kernel(output_limit=5)
    for _ in range(3):
        assert run(kernel, "print('1234')")[0].output == "1234\n"


def test_the_limit_of_two_hundred_thousand_characters():
    result, _ = run(Kernel(), "print('x' * 300_000)")
    assert result.output.count("x") == 200_000
    assert result.output.endswith("\n[La salida pasa de 200 kB; el resto no se muestra.]\n")


def test_lone_surrogates_are_written_as_escapes():
    result, _ = run(Kernel(), "print('\\ud800 ñ')")
    assert result.output == "\\ud800 ñ\n"
    result.output.encode("utf-8")


def test_state_is_kept_between_cells_and_apart_between_environments():
    kernel = Kernel()
    run(kernel, "x = 1")
    run(kernel, "x = 2", environment="otro")
    assert run(kernel, "x")[0].output == "1\n"
    assert run(kernel, "x", environment="otro")[0].output == "2\n"
    kernel.reset("otro")
    assert run(kernel, "x", environment="otro")[0].error.type == "NameError"
    assert run(kernel, "x")[0].output == "1\n"
    kernel.reset()
    assert run(kernel, "x")[0].error.type == "NameError"


def test_a_cell_is_a_main_module():
    kernel = Kernel()
    main = sys.modules["__main__"]
    source = (
        "import pickle, sys\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Punto:\n    x: 'int'\n"
        "print(__name__, pickle.loads(pickle.dumps(Punto(3))))\n"
        "sys.modules['__main__'].Punto is Punto"
    )
    assert run(kernel, source)[0].output == "__main__ Punto(x=3)\nTrue\n"
    assert sys.modules["__main__"] is main


def test_the_source_of_a_function_can_be_read():
    result, _ = run(Kernel(), "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))")
    assert result.output == "def f():\n    return 1\n\n"


def test_the_streams_are_given_back():
    before = sys.stdin, sys.stdout, sys.stderr
    run(Kernel(), "1/0")
    assert (sys.stdin, sys.stdout, sys.stderr) == before


def test_there_is_nobody_to_answer_input():
    assert run(Kernel(), "input()")[0].error.type == "EOFError"


def test_a_handler_made_in_one_cell_writes_in_the_next():
    kernel = Kernel()
    run(kernel, "import logging\nlogger = logging.getLogger('libro-prueba')\n"
                "logger.addHandler(logging.StreamHandler())")
    try:
        assert run(kernel, "logger.warning('aviso')")[1] == [("stderr", "aviso\n")]
    finally:
        logging.getLogger("libro-prueba").handlers.clear()


def test_warnings_name_the_cell_and_come_again_when_it_runs_again():
    kernel = Kernel()
    source = "import warnings\nwarnings.warn('cuidado')"
    for _ in range(2):
        result, pieces = run(kernel, source, name="pesos")
        assert pieces == [("stderr", "celda «pesos», línea 2: UserWarning: cuidado\n")]


def test_assert_holds_even_when_python_runs_optimised():
    assert run(Kernel(), "assert False, 'no'")[0].error.message == "no"


@pytest.mark.parametrize(
    ("expression", "spec", "text"),
    [("w[1]", ".0%", "25%"), ("w[0]", "", "0.75"), (" 1 + 1 ", "", "2"), ("len(w)", "03d", "002")],
)
def test_evaluate(expression, spec, text):
    kernel = Kernel()
    run(kernel, "w = [0.75, 0.25]")
    assert kernel.evaluate(expression, spec) == text


@pytest.mark.parametrize(
    ("expression", "spec", "kind"),
    [
        ("nada", "", "NameError"),
        ("x = 1", "", "SyntaxError"),
        ("'a'", ".2f", "ValueError"),
        ("", "", "SyntaxError"),
        ("exit()", "", "SystemExit"),
    ],
)
def test_an_expression_that_fails(expression, spec, kind):
    with pytest.raises(EvaluationError) as caught:
        Kernel().evaluate(expression, spec)
    assert caught.value.error.type == kind


def test_what_an_expression_prints_goes_nowhere():
    stdout = io.StringIO()
    sys.stdout, before = stdout, sys.stdout
    try:
        assert Kernel().evaluate("print('x')") == "None"
    finally:
        sys.stdout = before
    assert stdout.getvalue() == ""


def test_a_transcript_keeps_kinds_apart():
    pieces = []
    transcript = Transcript(lambda kind, text: pieces.append((kind, text)))
    transcript.write("stdout", "a")
    transcript.write("stderr", "b")
    transcript.write("stdout", "c\n")
    assert pieces == [("stdout", "a"), ("stderr", "b"), ("stdout", "c\n")]
    assert transcript.text == "abc\n"
