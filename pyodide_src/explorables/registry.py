"""Views by name: the book's own, one module each in `views/`, and those that a lesson defines."""

from __future__ import annotations

import importlib
import inspect
import linecache
import pkgutil
import sys
import types

from explorables import views
from explorables.errors import UnknownView
from explorables.explorable import Explorable

_defined: dict[str, dict[str, type[Explorable]]] = {}
_shipped: dict[str, type[Explorable]] = {}


def names() -> list[str]:
    """The names of all views, sorted. A view `two-paths` lives in `views/two_paths.py`."""
    shipped = {info.name.replace("_", "-") for info in pkgutil.iter_modules(views.__path__) if not info.ispkg}
    return sorted(shipped | {name for found in _defined.values() for name in found})


def find(name: str) -> type[Explorable]:
    """The view of this name. Raises UnknownView with the nearest name."""
    for found in reversed(_defined.values()):
        if name in found:
            return found[name]
    if name in _shipped:
        return _shipped[name]
    if name not in names():
        raise UnknownView(name, names())
    module = importlib.import_module(f"explorables.views.{name.replace('-', '_')}")
    for view in _views_of(module):
        if view.name == name:
            _shipped[name] = view
            return view
    raise UnknownView(name, [view.name for view in _views_of(module)])


def define(module_name: str, source: str) -> list[str]:
    """Run a lesson's own module of views and return their names; running it again replaces them.

    Whatever the module raises comes out as it is, with its own lines in the traceback.
    """
    module = types.ModuleType(module_name)
    module.__file__ = f"<{module_name}>"
    linecache.cache[module.__file__] = (len(source), None, source.splitlines(keepends=True), module.__file__)
    # Dataclasses look their module up while the class is being made.
    sys.modules[module_name] = module
    _defined.pop(module_name, None)
    try:
        exec(compile(source, module.__file__, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[module_name]
        raise
    _defined[module_name] = {view.name: view for view in _views_of(module)}
    return list(_defined[module_name])


def _views_of(module: types.ModuleType) -> list[type[Explorable]]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Explorable) and value.__module__ == module.__name__
    ]
