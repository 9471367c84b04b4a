"""One namespace per environment, and cells run in it."""

from __future__ import annotations

import __future__ as future

import ast
import io
import linecache
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, ModuleType

from cell_kernel.capture import OUTPUT_LIMIT, CellStream, Emit, Transcript
from cell_kernel.drawings import DRAWING_LIMIT, drawing, plot_text
from cell_kernel.tracebacks import CellError, Source, describe

# Prints, imports and fails.
_PROBE = "import sys\nprint(len(sys.path))\n1 / 0"
_PATH = tuple(sys.path)

_FUTURE_FLAGS = 0
for _name in future.all_feature_names:
    _FUTURE_FLAGS |= getattr(future, _name).compiler_flag


def check() -> None:
    """Raise RuntimeError, or whatever else it comes to, where a cell has broken what all others stand on."""
    error = Kernel().run(_PROBE, name="", emit=lambda kind, text: None).error
    if error is None or error.type != "ZeroDivisionError":
        raise RuntimeError(f"{error.type}: {error.message}")
    if not set(_PATH) <= set(sys.path):
        raise RuntimeError("sys.path")


@dataclass(frozen=True)
class CellResult:
    """How a cell ended: `output` is all that it emitted, in order; `error` is None when `ok`."""

    ok: bool
    output: str
    error: CellError | None


class EvaluationError(Exception):
    """An expression of the prose that could not be evaluated; `error` says why."""

    def __init__(self, error: CellError) -> None:
        super().__init__(f"{error.type}: {error.message}")
        self.error = error


class Kernel:
    """Runs cells and expressions in named environments.

    An environment is a module called `__main__`, as in a script. KeyboardInterrupt is the only
    exception that a cell can let out: it is how the author stops a build.
    """

    def __init__(self, output_limit: int = OUTPUT_LIMIT) -> None:
        self._environments: dict[str, ModuleType] = {}
        self._sources: dict[str, Source] = {}
        self._stdout = CellStream("stdout")
        self._stderr = CellStream("stderr")
        self._output_limit = output_limit

    def run(self, source: str, *, name: str, environment: str = "", emit: Emit) -> CellResult:
        """Run a cell; the value of a last expression that is not None is its result.

        `emit(kind, text)` receives what it writes as it writes it; kind is "stdout", "stderr", "result" or "error".
        Two kinds more are no part of the output's text: "drawing", the markup of a result that is a picture, and
        "gloss", a sentence about the error.
        """
        filename = self._register(f"celda «{name}»", source)
        transcript = Transcript(emit, self._output_limit)
        error = None
        with self._inside(environment, transcript) as module:
            try:
                body, last = _compile(source, filename)
                exec(body, module.__dict__)
                value = None if last is None else eval(last, module.__dict__)
                if value is not None:
                    _show(value, transcript)
            except KeyboardInterrupt:
                raise
            except BaseException as failure:  # whatever the cell raised is the cell's result
                error = describe(failure, self._sources, filename)
                transcript.add("error", error.traceback)
                if error.gloss:
                    transcript.aside("gloss", error.gloss)
            transcript.flush()
        return CellResult(ok=error is None, output=transcript.text, error=error)

    def evaluate(self, expression: str, format_spec: str = "", *, environment: str = "") -> str:
        """The value of an expression, as `format` writes it. Raises EvaluationError."""
        source = expression.strip()
        filename = self._register(f"expresión «{source}»", source)
        with self._inside(environment, Transcript(lambda kind, text: None)) as module:
            try:
                code = compile(source, filename, "eval", dont_inherit=True, optimize=0)
                return format(eval(code, module.__dict__), format_spec)
            except KeyboardInterrupt:
                raise
            except BaseException as failure:
                raise EvaluationError(describe(failure, self._sources, filename)) from None

    def reset(self, environment: str | None = None) -> None:
        """Forget what an environment holds, or all of them."""
        if environment is None:
            self._environments.clear()
        else:
            self._environments.pop(environment, None)

    def _register(self, title: str, source: str) -> str:
        # A new name each time: functions of an earlier version of a cell keep their own lines.
        filename = f"<{title} · {len(self._sources) + 1}>"
        self._sources[filename] = Source.of(title, source)
        # So that inspect.getsource finds what a cell defines.
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        return filename

    @contextmanager
    def _inside(self, environment: str, transcript: Transcript) -> Iterator[ModuleType]:
        """Stand in the environment: its module is `__main__`, the streams lead to the transcript."""
        module = self._environments.get(environment)
        if module is None:
            module = self._environments[environment] = ModuleType("__main__")
        streams = sys.stdin, sys.stdout, sys.stderr
        main = sys.modules.get("__main__")
        self._stdout.transcript = self._stderr.transcript = transcript
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), self._stdout, self._stderr
        sys.modules["__main__"] = module
        # Each run shows its warnings again, whatever an earlier one has shown.
        module.__dict__.pop("__warningregistry__", None)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("default")
                warnings.showwarning = self._show_warning
                yield module
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            self._stdout.transcript = self._stderr.transcript = None
            if main is None:
                sys.modules.pop("__main__", None)
            else:
                sys.modules["__main__"] = main

    def _show_warning(self, message, category, filename, lineno, file=None, line=None) -> None:
        source = self._sources.get(filename)
        where = f"{source.title}, línea {lineno}: " if source else ""
        (file or sys.stderr).write(f"{where}{category.__name__}: {message}\n")


def _show(value: object, transcript: Transcript) -> None:
    """The result of a cell: a picture, or else what can be said of it, or else its `repr`."""
    markup = drawing(value)
    if markup is not None and len(markup) <= DRAWING_LIMIT:
        transcript.aside("drawing", markup)
        return
    if markup is not None:
        transcript.add("stderr", f"[El dibujo pasa de {DRAWING_LIMIT // 1000} kB; no se muestra.]\n")
    transcript.result(plot_text(value) or repr(value))


def _compile(source: str, filename: str) -> tuple[CodeType, CodeType | None]:
    """The cell's statements, and its last expression if it ends in one."""
    tree = ast.parse(source, filename)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    # optimize=0: `assert` is how a cell checks its numbers, under `python -O` too.
    body = compile(tree, filename, "exec", dont_inherit=True, optimize=0)
    if last is None:
        return body, None
    expression = ast.Expression(last.value)
    flags = body.co_flags & _FUTURE_FLAGS
    return body, compile(expression, filename, "eval", flags, dont_inherit=True, optimize=0)
