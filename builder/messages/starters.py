"""What `libro new` writes: a book and a lesson that build at once, with an example of every directive.

In Spanish, like the books that they begin.
"""

BOOK = '''title = "{title}"
id = "{id}"
language = "es"
description = "De qué trata el libro, en una frase."

[[blocks]]
folder = "1-primer-bloque"
title = "Primer bloque"
summary = "Qué reúne este bloque."
'''

# What the first lesson of a book names; other books have their own.
GLOSSARY = '''[[terms]]
term = "combinación convexa"
variants = ["combinaciones convexas"]
english = "convex combination"
definition = "Una suma con pesos que no son negativos y suman uno, como las de {cite}`mobius1827`."
'''

BIBLIOGRAPHY = '''[[works]]
key = "mobius1827"
authors = ["Möbius, August Ferdinand"]
year = 1827
title = "Der barycentrische Calcul"
language = "de"
venue = "Johann Ambrosius Barth, Leipzig"
'''

NOTATION = r'''
notation = [
  { symbol = '\alpha_j', said = "alfa sub jota", meaning = "el peso de $v_j$ en la mezcla", shape = "entre 0 y 1", role = "weight" },
]'''

TERM = " Así se nombra un término del glosario: {term}`@name@`."
WORK = " Y así, una obra de la bibliografía: {cite}`@name@`."

LESSON = r'''+++
title = "@title@"
summary = "Dos frases que hagan querer leerla: son su tarjeta."
keywords = ["ejemplo"]@notation@
+++

¿Qué pregunta responde esta lección? Empieza por ella.

## Una mezcla

:::{prediction} ¿Dónde caerá la mezcla de 1 y 3 si el 3 pesa el triple?
Más cerca del 3: en 2.5.
:::

Los pesos $\alpha_j$ no son negativos y suman uno, así que

$$
c = \sum_j \alpha_j v_j
$$ (eq-mezcla)

no puede salirse de los valores $v_j$. La ecuación [](#eq-mezcla) es todo lo que hace falta.

```{code-cell} python
:name: mezcla

import numpy as np

values = np.array([1.0, 3.0])
weights = np.array([0.25, 0.75])
assert np.isclose(weights.sum(), 1)
context = weights @ values
print(context)
```

```{output}
2.5
```

Aquí el contexto vale {eval}`context:.2f`, y el mayor peso es {eval}`weights.max():.0%`.

:::{margin}
Una nota al margen: historia, fuentes, un matiz.@sources@
:::

:::{definition} Combinación convexa
Una suma con pesos no negativos que suman uno.
:::

:::{derivation} Por qué no se sale
Si cada $v_j \le M$, entonces $c \le M \sum_j \alpha_j = M$.
:::

:::{explorable} alignment-map
:id: mapa
:step: 7

Una alineación: una fila por paso de la salida, una columna por token de la entrada.
:::

:::{figure} reparto
:name: reparto
:alt: Dos barras: la del 1 llega a 0.25 y la del 3, a 0.75.

El peso de cada valor: el 3 pesa el triple.
:::

La [](#reparto) la dibuja `figures.py`, junto a esta lección.

{set}`Ponlo en el paso 3 <mapa#step=3>` y mira {part}`su fila <mapa#row-3>`: está a {value}`mapa#distance`
del contexto congelado.

:::{note}
Una nota dentro del texto.
:::

:::{warning}
Un error fácil de cometer.
:::

:::{example}
Lo que se escribe, junto a lo que se ve: **así**.
:::

## Comprueba tu intuición

:::{quiz}
¿Puede $c$ ser mayor que todos los $v_j$?

- [ ] Sí, si un peso es grande

  Ningún peso pasa de uno.

- [x] No

  Los pesos suman uno y ninguno es negativo.
:::
'''

FIGURES = '''"""Las figuras de la lección: cada función devuelve una."""

import plotly.graph_objects as go


def reparto():
    fig = go.Figure(go.Bar(x=["1", "3"], y=[0.25, 0.75], marker={"color": "var(--role-weight)"}))
    fig.update_xaxes(title="valor")
    fig.update_yaxes(title="peso", range=[0, 1])
    return fig
'''
