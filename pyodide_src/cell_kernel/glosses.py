"""What a common error says, in one Spanish sentence.

A gloss says what the error itself implies, never what may have led to it; an error that isn't in the catalogue has
none. Messages are those of Python 3.11 to 3.14 and of NumPy 2: the host's and the browser's differ in places.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Words = str | Callable[[re.Match[str]], str]

_WHERE = "El código no se puede leer tal como está escrito: la falta está en esa línea o un poco antes."
_SHAPES = "contando desde el final, los tamaños de cada par tienen que ser iguales, o uno de los dos ser 1"
_OPERATORS = {
    "@": "el producto «@»", "**": "la potencia «**»", "** or pow()": "la potencia «**»", "%": "el resto «%»",
    "+": "la suma «+»", "-": "la resta «-»", "*": "el producto «*»", "/": "la división «/»",
}  # fmt: skip


def _operator(name: str) -> str:
    return _OPERATORS.get(name, f"la operación «{name}»")


def _bounds(found: re.Match[str]) -> str:
    index, axis, size = found["index"], found["axis"], int(found["size"])
    where = f"El eje {axis} tiene {_count(size, 'lugar', 'lugares')}"
    if size == 0:
        return f"{where}: no hay ningún elemento que pedir."
    return f"{where}, del 0 al {size - 1}: la posición {index} no existe."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _indices(found: re.Match[str]) -> str:
    had, asked = int(found["had"]), int(found["asked"])
    return f"El arreglo tiene {_count(had, 'dimensión', 'dimensiones')} y se le {_given(asked, 'índice')}."


def _given(number: int, what: str) -> str:
    return f"pidió 1 {what}" if number == 1 else f"pidieron {number} {what}s"


def _missing(found: re.Match[str]) -> str:
    names = found["names"].replace(", and ", " y ").replace(" and ", " y ").replace("'", "")
    quoted = re.sub(r"\w+(?= y |,|$)", lambda name: f"«{name[0]}»", names)
    return f"A {found['function']} le falta{'n' if int(found['count']) > 1 else ''} por dar: {quoted}."


_CATALOGUE: dict[str, tuple[tuple[str, Words], ...]] = {
    "UnboundLocalError": (
        (r"local variable '(?P<name>\w+)'", "«{name}» es una variable de la función, y se usó cuando no tenía valor."),
    ),
    "NameError": (
        (r"name '(?P<name>\w+)' is not defined", "Nada se llama «{name}» en este momento."),
        (r"free variable '(?P<name>\w+)'", "«{name}» se usó cuando no tenía valor."),
    ),
    "TabError": ((r"", "En la sangría se mezclan tabuladores y espacios."),),
    "IndentationError": (
        (r"expected an indented block after (?P<what>.+) on line (?P<line>\d+)",
         "Lo que sigue a la línea {line} tiene que llevar sangría: es lo que esa línea gobierna."),
        (r"unexpected indent", "Esta línea tiene más sangría de la que le toca."),
        (r"unindent does not match", "La sangría de esta línea no es la de ninguno de los bloques abiertos."),
    ),
    "SyntaxError": (
        (r"'(?P<mark>[([{])' was never closed", "Se abrió «{mark}» y no se cerró."),
        (r"unmatched '(?P<mark>[)\]}])'", "Sobra «{mark}»: no hay nada que cerrar."),
        (r"closing parenthesis '(?P<closed>.)' does not match opening parenthesis '(?P<opened>.)'",
         "Se abrió «{opened}» y se quiso cerrar con «{closed}»."),
        (r"unterminated triple-quoted", "Las tres comillas que abren un texto no se cierran."),
        (r"unterminated (f-)?string literal", "Las comillas que abren un texto no se cierran en esa línea."),
        (r"Maybe you meant '==' ", "Ahí no puede ir «=». Para comparar se escribe «==»."),
        (r"^expected ':'", "Falta «:»."),
        (r"Missing parentheses in call to '(?P<name>\w+)'", "A {name} se le ponen paréntesis: {name}(…)."),
        (r"invalid character '(?P<mark>.)'", "Python no admite ahí el carácter «{mark}»."),
        (r"'(?P<word>return|yield|await)' outside", "«{word}» sólo puede ir dentro de una función."),
        (r"'(?P<word>break)' outside loop|'(?P<other>continue)' not properly in loop",
         lambda found: f"«{found['word'] or found['other']}» sólo puede ir dentro de un bucle."),
        (r"invalid syntax", _WHERE),
    ),
    "TypeError": (
        (r"can only concatenate (?P<one>\w+) \(not \"(?P<other>[\w.]+)\"\) to", "Con «+», a un «{one}» sólo se le puede unir otro, y no un «{other}»."),
        (r"unsupported operand type\(s\) for (?P<sign>.+): '(?P<one>[\w.]+)' and '(?P<other>[\w.]+)'",
         lambda found: f"Entre un «{found['one']}» y un «{found['other']}» no está definida {_operator(found['sign'])}."
         .replace("definida el", "definido el")),
        (r"'(?P<sign>[<>]=?)' not supported between instances of '(?P<one>[\w.]+)' and '(?P<other>[\w.]+)'",
         "Un «{one}» y un «{other}» no se pueden comparar con «{sign}»."),
        (r"'(?P<one>[\w.]+)' object is not callable", "Se llamó con paréntesis a un «{one}», que no es una función."),
        (r"'(?P<one>[\w.]+)' object is not subscriptable", "Se pusieron corchetes detrás de un «{one}», que no tiene elementos que pedir."),
        (r"'(?P<one>[\w.]+)' object is not iterable", "Un «{one}» no se puede recorrer elemento por elemento."),
        (r"'(?P<one>[\w.]+)' object does not support item assignment", "Los elementos de un «{one}» no se pueden cambiar."),
        (r"object of type '(?P<one>[\w.]+)' has no len\(\)", "Un «{one}» no tiene longitud."),
        (r"unhashable type: '(?P<one>[\w.]+)'", "Un «{one}» no puede ser clave de un diccionario ni elemento de un conjunto."),
        (r"(?P<one>list|tuple|string) indices must be integers( or slices)?, not (?P<other>['\w.]+)",
         lambda found: f"En un «{found['one'].replace('string', 'str')}» las posiciones son números enteros, y se dio un «{found['other'].strip(chr(39))}»."),
        (r"(?P<function>\S+\(\)) missing (?P<count>\d+) required (positional|keyword-only) arguments?: (?P<names>.+)", _missing),
        (r"(?P<function>\S+\(\)) takes .+ positional arguments? but \d+ (was|were) given",
         "{function} recibió más argumentos por posición de los que admite."),
        (r"(?P<function>\S+\(\)) got an unexpected keyword argument '(?P<name>\w+)'", "{function} no tiene ningún argumento que se llame «{name}»."),
        (r"(?P<function>\S+\(\)) got multiple values for argument '(?P<name>\w+)'", "{function} recibió dos veces el argumento «{name}»."),
    ),
    "ValueError": (
        (r"operands could not be broadcast together with shapes (?P<shapes>(\([\d,]*\) ?)+)",
         lambda found: f"Las formas {_listed(found['shapes'].split())} no se pueden combinar elemento por elemento: {_SHAPES}."),
        (r"matmul: .*mismatch in its core dimension.*\(size (?P<one>\d+) is different from (?P<other>\d+)\)",
         "En un producto «@», la última dimensión del primero y la que le corresponde del segundo tienen que ser iguales: aquí son {other} y {one}."),
        (r"shapes (?P<one>\([\d,]*\)) and (?P<other>\([\d,]*\)) not aligned: (?P<m>\d+) \(dim \d+\) != (?P<n>\d+) \(dim \d+\)",
         "Para multiplicar las formas {one} y {other}, {m} y {n} tendrían que ser iguales."),
        (r"cannot reshape array of size (?P<size>\d+) into shape (?P<shape>\([\d,-]*\))",
         "Un arreglo de {size} elementos no se puede acomodar en la forma {shape}: no caben justos."),
        (r"could not convert string to float: (?P<text>.+)", "El texto {text} no se puede leer como número."),
        (r"invalid literal for int\(\) with base 10: (?P<text>.+)", "El texto {text} no se puede leer como número entero."),
        (r"not enough values to unpack \(expected (at least )?(?P<want>\d+), got (?P<had>\d+)\)",
         lambda found: f"Se querían repartir en {_count(int(found['want']), 'nombre', 'nombres')} y sólo había {_count(int(found['had']), 'valor', 'valores')}."),
        (r"too many values to unpack \(expected (?P<want>\d+)",
         lambda found: f"Se querían repartir en {_count(int(found['want']), 'nombre', 'nombres')} y había más valores."),
        (r"The truth value of an array with more than one element is ambiguous",
         "Un arreglo de varios elementos no es ni verdadero ni falso: .all() dice si lo son todos, y .any(), si lo es alguno."),
        (r"setting an array element with a sequence.*inhomogeneous", "Las filas no tienen todas el mismo tamaño, y un arreglo las necesita iguales."),
        (r"all the input array dimensions except for the concatenation axis must match exactly, but along dimension (?P<axis>\d+), the array at index 0 has size (?P<one>\d+) and the array at index (?P<place>\d+) has size (?P<other>\d+)",
         "Para unir arreglos, los demás ejes tienen que medir lo mismo: en el eje {axis}, uno mide {one} y otro {other}."),
    ),
    "IndexError": (
        (r"^(list|tuple|string) (assignment )?index out of range", "Se pidió una posición que no existe. La primera es la 0, y la última, la longitud menos 1."),
        (r"index (?P<index>-?\d+) is out of bounds for axis (?P<axis>\d+) with size (?P<size>\d+)", _bounds),
        (r"too many indices for array: array is (?P<had>\d+)-dimensional, but (?P<asked>\d+) were indexed", _indices),
        (r"pop from empty list", "La lista está vacía: no hay nada que sacar."),
    ),
    "KeyError": ((r"^(?P<key>[^\n]{1,60})$", "Se pidió una clave que no está: {key}."),),
    "AttributeError": (
        (r"'NoneType' object has no attribute '(?P<name>\w+)'", "Se pidió «{name}» a None, que no lo tiene."),
        (r"'(?P<one>[\w.]+)' object has no attribute '(?P<name>\w+)'", "Un «{one}» no tiene nada que se llame «{name}»."),
        (r"module '(?P<one>[\w.]+)' has no attribute '(?P<name>\w+)'", "El módulo «{one}» no tiene nada que se llame «{name}»."),
    ),
    "AssertionError": ((r"", "No se cumplió algo que el código comprueba."),),
    "ZeroDivisionError": (
        (r"negative power", "El cero no se puede elevar a un exponente negativo."),
        (r"division|modulo|divmod", "Se dividió entre cero."),
    ),
    "ModuleNotFoundError": ((r"No module named '(?P<name>[\w.]+)'", "En este Python no hay ningún módulo que se llame «{name}»."),),
    "ImportError": ((r"cannot import name '(?P<name>\w+)' from '(?P<one>[\w.]+)'", "«{one}» no tiene nada que se llame «{name}»."),),
    "RecursionError": (
        (r"maximum recursion depth exceeded(?! during)", "Hay funciones que se llaman a sí mismas, o unas a otras, demasiadas veces sin terminar."),
    ),
    "FileNotFoundError": ((r"No such file or directory: (?P<name>'.+')", "Aquí no hay ningún archivo que se llame {name}."),),
    "MemoryError": ((r"", "No hay memoria suficiente para lo que se pidió."),),
    "LinAlgError": (
        (r"Singular matrix", "La matriz es singular: no tiene inversa."),
        (r"must be square", "La matriz tiene que ser cuadrada."),
    ),
}  # fmt: skip


def gloss(error: BaseException, message: str) -> str:
    """One sentence about `error`, whose text is `message`; empty where the catalogue has none."""
    for kind in type(error).__mro__:
        # Subclasses that readers write say what they like in messages of their own.
        if kind is not type(error) and type(error).__module__ == "__main__":
            return ""
        for pattern, words in _CATALOGUE.get(kind.__name__, ()):
            found = re.search(pattern, message)
            if found:
                return words(found) if callable(words) else words.format(**found.groupdict())
    return ""


def _listed(shapes: list[str]) -> str:
    return f"{', '.join(shapes[:-1])} y {shapes[-1]}"
