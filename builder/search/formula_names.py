"""The names by which a formula is looked for: those of its functions and letters, as TeX and as Spanish say them."""

from __future__ import annotations

import re

# What ties a symbol to a drawing or colours it is no name.
_HOOK = re.compile(r"\\html(?:Class|Data|Id)\s*\{[^}]*\}")
_NAME = re.compile(r"\\([A-Za-z]{2,})|([A-Za-z]{3,})")
_LAYOUT = frozenset(
    "frac dfrac tfrac left right big Big bigg Bigg bigl bigr Bigl Bigr mathbf mathrm mathbb mathcal mathsf mathit boldsymbol bm "
    "bar hat tilde vec overline underline underbrace overbrace text textbf textit textrm operatorname begin end aligned "
    "align array cases matrix pmatrix bmatrix quad qquad cdot cdots ldots dots vdots ddots times displaystyle textstyle "
    "limits nolimits label tag phantom vphantom hphantom mid middle in to le ge leq geq ne neq top".split()
)
_SPANISH = {
    "alpha": "alfa", "phi": "fi", "rho": "ro", "sqrt": "raíz", "sum": "suma", "int": "integral", "partial": "derivada",
    "nabla": "gradiente", "infty": "infinito", "prod": "producto", "log": "logaritmo", "ln": "logaritmo", "exp": "exponencial",
    "max": "máximo", "min": "mínimo", "tanh": "tangente",
}  # fmt: skip


def formula_names(tex: str) -> list[str]:
    """`\\alpha_{ij} = \\operatorname{softmax}(e)` → alpha, alfa, softmax."""
    names = [command or word for command, word in _NAME.findall(_HOOK.sub(" ", tex))]
    known = [name for name in names if name not in _LAYOUT]
    return [word for name in known for word in (name, _SPANISH.get(name, "")) if word]
