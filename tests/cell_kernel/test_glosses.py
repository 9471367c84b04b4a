"""A common error comes with one Spanish sentence, beside its traceback and no part of it; an uncommon one with none."""

from importlib.util import find_spec

import pytest

from cell_kernel import Kernel

CASES = {
    "foo": "Nada se llama «foo» en este momento.",
    "def f():\n    print(x)\n    x = 1\nf()": "«x» es una variable de la función, y se usó cuando no tenía valor.",
    "def f():\n    def g(): return x\n    g()\n    x = 1\nf()": "«x» se usó cuando no tenía valor.",
    "x = 1\nif x:\nprint(2)": "Lo que sigue a la línea 2 tiene que llevar sangría: es lo que esa línea gobierna.",
    "x = 1\n  y = 2": "Esta línea tiene más sangría de la que le toca.",
    "if 1:\n    x = 1\n  y = 2": "La sangría de esta línea no es la de ninguno de los bloques abiertos.",
    "if 1:\n\tx = 1\n        y = 2": "En la sangría se mezclan tabuladores y espacios.",
    "print((1, 2": "Se abrió «(» y no se cerró.",
    "x = {1: 2": "Se abrió «{» y no se cerró.",
    "x = [1, 2)": "Se abrió «[» y se quiso cerrar con «)».",
    "x = 1)": "Sobra «)»: no hay nada que cerrar.",
    "x = 'hola": "Las comillas que abren un texto no se cierran en esa línea.",
    'x = """hola': "Las tres comillas que abren un texto no se cierran.",
    "if x = 2: pass": "Ahí no puede ir «=». Para comparar se escribe «==».",
    "if 1\n    pass": "Falta «:».",
    "print 1": "A print se le ponen paréntesis: print(…).",
    "x = “a”": "Python no admite ahí el carácter «“».",
    "return 3": "«return» sólo puede ir dentro de una función.",
    "break": "«break» sólo puede ir dentro de un bucle.",
    "continue": "«continue» sólo puede ir dentro de un bucle.",
    "x = 1 +* 2": "El código no se puede leer tal como está escrito: la falta está en esa línea o un poco antes.",
    "'a' + 1": "Con «+», a un «str» sólo se le puede unir otro, y no un «int».",
    "1 + 'a'": "Entre un «int» y un «str» no está definida la suma «+».",
    "[1] @ [2]": "Entre un «list» y un «list» no está definido el producto «@».",
    "{} ** 2": "Entre un «dict» y un «int» no está definida la potencia «**».",
    "x = []\nx += 1": "Un «int» no se puede recorrer elemento por elemento.",
    "1 < 'a'": "Un «int» y un «str» no se pueden comparar con «<».",
    "x = [1]\nx(0)": "Se llamó con paréntesis a un «list», que no es una función.",
    "x = 3\nx[0]": "Se pusieron corchetes detrás de un «int», que no tiene elementos que pedir.",
    "t = (1, 2)\nt[0] = 1": "Los elementos de un «tuple» no se pueden cambiar.",
    "len(3)": "Un «int» no tiene longitud.",
    "{[1]: 2}": "Un «list» no puede ser clave de un diccionario ni elemento de un conjunto.",
    "[1]['a']": "En un «list» las posiciones son números enteros, y se dio un «str».",
    "'abc'['a']": "En un «str» las posiciones son números enteros, y se dio un «str».",
    "def f(x, y): pass\nf(1)": "A f() le falta por dar: «y».",
    "def f(a, b, c): pass\nf()": "A f() le faltan por dar: «a», «b» y «c».",
    "def f(*, uno, dos): pass\nf()": "A f() le faltan por dar: «uno» y «dos».",
    "def f(x): pass\nf(1, 2)": "f() recibió más argumentos por posición de los que admite.",
    "def f(x): pass\nf(z=1)": "f() no tiene ningún argumento que se llame «z».",
    "def f(x): pass\nf(1, x=1)": "f() recibió dos veces el argumento «x».",
    "float('a')": "El texto 'a' no se puede leer como número.",
    "int('1.5')": "El texto '1.5' no se puede leer como número entero.",
    "a, b = 1,": "Se querían repartir en 2 nombres y sólo había 1 valor.",
    "a, b = 1, 2, 3": "Se querían repartir en 2 nombres y había más valores.",
    "[1][3]": "Se pidió una posición que no existe. La primera es la 0, y la última, la longitud menos 1.",
    "[].pop()": "La lista está vacía: no hay nada que sacar.",
    "{}['k']": "Se pidió una clave que no está: 'k'.",
    "[].shape": "Un «list» no tiene nada que se llame «shape».",
    "None.x": "Se pidió «x» a None, que no lo tiene.",
    "import json\njson.nada": "El módulo «json» no tiene nada que se llame «nada».",
    "assert 1 > 2": "No se cumplió algo que el código comprueba.",
    "1 / 0": "Se dividió entre cero.",
    "1 % 0": "Se dividió entre cero.",
    "0.0 ** -1": "El cero no se puede elevar a un exponente negativo.",
    "import nada": "En este Python no hay ningún módulo que se llame «nada».",
    "from json import nada": "«json» no tiene nada que se llame «nada».",
    "def f(): return f()\nf()": "Hay funciones que se llaman a sí mismas, o unas a otras, demasiadas veces sin terminar.",
    "open('nada.txt')": "Aquí no hay ningún archivo que se llame 'nada.txt'.",
    "raise MemoryError": "No hay memoria suficiente para lo que se pidió.",
}

NUMPY_CASES = {
    "np.zeros(3) + np.zeros(4)":
        "Las formas (3,) y (4,) no se pueden combinar elemento por elemento: contando desde el final, los tamaños de"
        " cada par tienen que ser iguales, o uno de los dos ser 1.",
    "np.zeros((2, 3)) @ np.zeros((4, 2))":
        "En un producto «@», la última dimensión del primero y la que le corresponde del segundo tienen que ser iguales:"
        " aquí son 3 y 4.",
    "np.dot(np.zeros(3), np.zeros(4))": "Para multiplicar las formas (3,) y (4,), 3 y 4 tendrían que ser iguales.",
    "np.zeros(6).reshape(4, 2)": "Un arreglo de 6 elementos no se puede acomodar en la forma (4,2): no caben justos.",
    "bool(np.zeros(3))":
        "Un arreglo de varios elementos no es ni verdadero ni falso: .all() dice si lo son todos, y .any(), si lo es"
        " alguno.",
    "np.array([[1], [1, 2]])": "Las filas no tienen todas el mismo tamaño, y un arreglo las necesita iguales.",
    "np.concatenate([np.zeros((2, 3)), np.zeros((2, 4))])":
        "Para unir arreglos, los demás ejes tienen que medir lo mismo: en el eje 1, uno mide 3 y otro 4.",
    "np.zeros(3)[5]": "El eje 0 tiene 3 lugares, del 0 al 2: la posición 5 no existe.",
    "np.zeros(0)[0]": "El eje 0 tiene 0 lugares: no hay ningún elemento que pedir.",
    "np.zeros(3)[0, 1]": "El arreglo tiene 1 dimensión y se le pidieron 2 índices.",
    "np.linalg.inv(np.zeros((2, 2)))": "La matriz es singular: no tiene inversa.",
    "np.linalg.inv(np.zeros((2, 3)))": "La matriz tiene que ser cuadrada.",
}  # fmt: skip


def told(source):
    pieces = []
    result = Kernel().run(source, name="a", emit=lambda kind, text: pieces.append((kind, text)))
    assert not result.ok
    return result, pieces


@pytest.mark.parametrize("source", CASES)
def test_common_errors(source):
    result, pieces = told(source)
    assert result.error.gloss == CASES[source], result.error.message
    assert pieces[-1] == ("gloss", CASES[source])


def test_common_errors_of_numpy():
    # The browser's run of this file has no NumPy; the host's has.
    for source, words in NUMPY_CASES.items() if find_spec("numpy") else ():
        result, _ = told(f"import numpy as np\n{source}")
        assert result.error.gloss == words, result.error.message


@pytest.mark.parametrize(
    "source",
    [
        "raise OSError('x')",
        "raise ValueError('las filas no suman uno')",
        "class Mia(ValueError): pass\nraise Mia(\"could not convert string to float: 'a'\")",
        "x = " + "(" * 300 + ")" * 300,
        "raise SystemExit",
    ],
)
def test_what_is_not_in_the_catalogue_has_no_gloss(source):
    result, pieces = told(source)
    assert result.error.gloss == ""
    assert [kind for kind, _ in pieces] == ["error"]


def test_the_gloss_is_no_part_of_the_output():
    result, pieces = told("print('antes')\n1 / 0")
    assert result.output == "antes\n" + result.error.traceback
    assert [kind for kind, _ in pieces] == ["stdout", "error", "gloss"]
