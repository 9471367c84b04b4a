"""Tracebacks show the reader's own lines, in plain words, and nothing of ours."""

import json

import pytest

from cell_kernel import Kernel


def fail(*cells, name="b"):
    """Run cells named a, b, c…; the last must fail. Gives its error."""
    kernel = Kernel()
    for letter, source in zip("abcdef", cells):
        result = kernel.run(source, name=letter, emit=lambda kind, text: None)
    assert not result.ok
    assert result.output.endswith(result.error.traceback)
    return result.error


def test_an_assert_at_the_top():
    error = fail("x = 1\n\nassert x == 2, 'las filas no suman uno'")
    assert (error.type, error.message, error.line) == ("AssertionError", "las filas no suman uno", 3)
    assert error.traceback == (
        "  celda «a», línea 3\n"
        "    assert x == 2, 'las filas no suman uno'\n"
        "AssertionError: las filas no suman uno\n"
    )


def test_a_call_into_another_cell():
    error = fail("def inverso(x):\n    return 1 / x", "y = 0\ninverso(y)")
    assert error.line == 2
    assert error.traceback == (
        "Camino del error (lo más reciente, al final):\n"
        "  celda «b», línea 2\n"
        "    inverso(y)\n"
        "  celda «a», línea 2, en inverso\n"
        "    return 1 / x\n"
        "ZeroDivisionError: division by zero\n"
    )


def test_a_function_keeps_the_lines_it_was_written_with():
    kernel = Kernel()

    def emit(kind, text):
        pass

    kernel.run("def f():\n    raise ValueError('uno')\ng = f", name="a", emit=emit)
    kernel.run("# otra\n# cosa\n", name="a", emit=emit)
    error = kernel.run("g()", name="b", emit=emit).error
    assert "    raise ValueError('uno')\n" in error.traceback


def test_no_frames_of_libraries():
    error = fail("import json\njson.loads('{')")
    assert json.__file__ not in error.traceback
    assert error.traceback.startswith("  celda «a», línea 2\n    json.loads('{')\njson.decoder.JSONDecodeError: ")
    assert error.line == 2


def test_a_syntax_error():
    error = fail("x = 1\nif x = 2:\n    pass")
    assert error.type == "SyntaxError" and error.line == 2
    assert "<celda" not in error.message
    assert error.traceback.startswith("  celda «a», línea 2\n    if x = 2:\nSyntaxError: ")


def test_a_syntax_error_in_code_given_to_eval():
    error = fail("x = 1\neval('1 +')")
    assert error.line == 2
    assert error.message == "invalid syntax (<string>, line 1)"


def test_a_comprehension_has_no_frame_of_its_own():
    error = fail("def f(x):\n    return 1 / x\ny = [\n    f(x)\n    for x in [1, 0]\n]")
    assert error.traceback == (
        "Camino del error (lo más reciente, al final):\n"
        "  celda «a», línea 4\n"
        "    f(x)\n"
        "  celda «a», línea 2, en f\n"
        "    return 1 / x\n"
        "ZeroDivisionError: division by zero\n"
    )


def test_a_runaway_recursion_is_short():
    error = fail("def f(n):\n    return f(n + 1)\nf(0)")
    assert error.type == "RecursionError"
    lines = error.traceback.splitlines()
    assert lines.count("  … (muchas llamadas más) …") == 1
    assert len(lines) == 1 + 16 * 2 + 1 + 1


def test_causes_and_contexts():
    error = fail(
        "try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('sin clave') from e"
    )
    assert error.traceback == (
        "  celda «a», línea 2\n"
        "    {}['k']\n"
        "KeyError: 'k'\n"
        "\nDe ese error viene este otro:\n\n"
        "  celda «a», línea 4\n"
        "    raise ValueError('sin clave') from e\n"
        "ValueError: sin clave\n"
    )
    error = fail("try:\n    {}['k']\nexcept KeyError:\n    1 / 0")
    assert "\n\nMientras se atendía ese error, ocurrió este otro:\n\n" in error.traceback
    error = fail("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError from None")
    assert error.traceback == "  celda «a», línea 4\n    raise ValueError from None\nValueError\n"


def test_a_cause_that_is_its_own_cause():
    error = fail("a, b = ValueError('a'), ValueError('b')\na.__cause__, b.__cause__ = b, a\nraise a")
    assert error.traceback.count("ValueError: a") == 1


def test_notes_and_groups():
    error = fail("e = ValueError('v')\ne.add_note('una nota')\nraise e")
    assert error.traceback.endswith("ValueError: v\nuna nota\n")
    error = fail("raise ExceptionGroup('varios', [ValueError('v'), TypeError('t')])")
    assert error.traceback.endswith("  1.\n    ValueError: v\n  2.\n    TypeError: t\n")


def test_an_exception_of_the_reader_that_cannot_be_shown():
    error = fail("class Rara(Exception):\n    def __str__(self):\n        return 1 / 0\nraise Rara")
    assert (error.type, error.message) == (
        "Rara", "(su mensaje no se puede mostrar: ZeroDivisionError)"
    )


def test_a_result_whose_repr_raises():
    error = fail("class C:\n    def __repr__(self):\n        raise OSError('sin repr')\nC()")
    assert error.line == 3
    assert error.traceback == "  celda «a», línea 3, en __repr__\n    raise OSError('sin repr')\nOSError: sin repr\n"


@pytest.mark.parametrize("source", ["exit()", "raise SystemExit(3)", "raise GeneratorExit"])
def test_nothing_the_cell_raises_gets_out(source):
    assert fail(source).type in {"SystemExit", "GeneratorExit"}


def test_the_authors_interruption_gets_out():
    with pytest.raises(KeyboardInterrupt):
        Kernel().run("raise KeyboardInterrupt", name="a", emit=lambda kind, text: None)


@pytest.mark.parametrize("source", ["x = '\0'", "(" * 300 + ")" * 300, "\tx\n  y", "é = 'ñ"])
def test_source_that_cannot_be_compiled_is_an_error_of_the_cell(source):
    assert fail(source).type
