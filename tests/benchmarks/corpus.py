"""A book of any number of lessons like those that authors write: the corpus of `build_speed.py`.

Each lesson has about 900 words, 26 formulas, 2 blocks of code, a table, 2 footnotes, 6 links to other
lessons, a figure and a quiz. The same seed gives the same text.
"""

from __future__ import annotations

import random
from pathlib import Path

_WORDS = (
    "la atención reparte pesos entre los estados del encoder y el decoder los mezcla en un contexto que cambia con cada "
    "paso de modo que una palabra de salida puede mirar hacia atrás y encontrar su origen sin que nadie le diga dónde "
    "está porque las puntuaciones se aprenden a la vez que todo lo demás y el gradiente llega por dos caminos distintos"
).split()
_INLINE = (
    r"\alpha_{ij}", r"\mathbf{h}_j", r"d_k = {n}", r"\sum_j \alpha_{ij} = 1", r"e_{ij} = a(s_{i-1}, h_j)",
    r"\frac{\partial \alpha_i}{\partial s_j}", r"\sqrt{d_k}", r"q \cdot k_{{n}}", r"n^2 d", r"\mathbb{R}^{{n} \times d}",
)
_DISPLAY = (
    r"\mathbf{c}_{{n}} = \sum_{j=1}^{T_x} \alpha_{{n}j}\, \bar{\mathbf{h}}_j",
    r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{l=1}^{T_x} \exp(e_{il})} + {n}",
    r"\operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_{{n}}}}\right) V",
)
_CODE = """```python
def attention(query, keys, values):
    scores = keys @ query / np.sqrt(len(query))
    weights = np.exp(scores - scores.max())
    return weights / weights.sum() @ values  # {n}
```
"""


_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path d="M0 50L{n} 0L100 50" fill="none" stroke="#222"/></svg>'


def write_corpus(root: Path, lessons: int, seed: int = 0) -> None:
    """Write a book with so many lessons under `root`."""
    chance = random.Random(seed)
    blocks = max(1, lessons // 100)
    root.mkdir(parents=True, exist_ok=True)
    toml = ['title = "Corpus"\n']
    places = [(number % blocks + 1, number // blocks + 1) for number in range(lessons)]
    for block in range(1, blocks + 1):
        toml.append(f'[[blocks]]\nfolder = "{block}-bloque-{block}"\ntitle = "Bloque {block}"\n')
    (root / "book.toml").write_text("".join(toml), encoding="utf-8")
    for number, place in enumerate(places):
        folder = root / _folder(place)
        folder.mkdir(parents=True, exist_ok=True)
        others = [_folder(chance.choice(places)) for _ in range(6)]
        (folder / "dibujo.svg").write_text(_PICTURE.format(n=number % 90 + 10), encoding="utf-8")
        (folder / "lesson.md").write_text(_lesson(number, others, chance), encoding="utf-8")


def _folder(place: tuple[int, int]) -> str:
    block, number = place
    return f"{block}-bloque-{block}/{number}-leccion-{block}-{number}"


def _lesson(number: int, others: list[str], chance: random.Random) -> str:
    parts = [f'+++\ntitle = "Lección {number}"\nsummary = "{_sentence(chance, 25)}"\n+++\n']
    for section in range(5):
        parts.append(f"## Sección {section} de la lección {number}\n")
        for _ in range(4):
            # As in a real book, some formulas come back in every lesson and some, about a fifth, are of this one.
            formula = chance.choice(_INLINE).replace("{n}", str(chance.choice((number, chance.randrange(9)))))
            parts.append(f"{_sentence(chance, 20)} ${formula}$ {_sentence(chance, 22)}\n")
        other = others[section]
        parts.append(f"Compara con [{_sentence(chance, 3)[:-1]}](../../{other}/lesson.md) y sigue.\n")
        if section < 3:
            display = _DISPLAY[section].replace("{n}", str(number))
            parts.append(f"$$\n{display}\n$$ (eq-{section})\n\nPor [](#eq-{section}), *así es*.\n")
    parts.append(_CODE.replace("{n}", str(number)) + "\n" + _CODE.replace("{n}", str(number + 1)))
    parts.append("| símbolo | significa |\n|---|---|\n" + "".join(f"| $x_{n}$ | {_sentence(chance, 4)} |\n" for n in range(3)))
    parts.append(f"Una nota[^una] y otra[^otra]; véase también [la última](../../{others[5]}/lesson.md).\n")
    parts.append(f"[^una]: {_sentence(chance, 9)}\n\n[^otra]: {_sentence(chance, 9)}\n")
    parts.append(f":::{{figure}} dibujo.svg\n:alt: Una línea que sube y baja.\n:name: figura\n\n{_sentence(chance, 8)}\n:::\n")
    parts.append(":::{quiz}\n¿Qué suma uno?\n\n- [x] Cada fila\n\n  Es un reparto.\n- [ ] Cada columna\n\n  No hace falta.\n:::\n")
    return "\n".join(parts)


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(words)).capitalize() + "."
