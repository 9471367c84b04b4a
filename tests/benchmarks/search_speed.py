"""How fast the search answers on 100 lessons, and how heavy its index is: `python tests/benchmarks/search_speed.py`.

The corpus is that of `build_speed.py`, whose words are few; so each lesson also gets a page of the book's own
sentences, shuffled. Queries run in Node, on the scripts that a page loads.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import re
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "search")]

from corpus import write_corpus  # noqa: E402
from search_engine import Engine  # noqa: E402

from builder.build import build  # noqa: E402
from builder.store import Store  # noqa: E402
from builder.terminal import Terminal  # noqa: E402

QUERIES = [
    "atención", "a", "at", "softmax", "pesos", "la", "de la", "mezcla de los estados", "ecuación 3", "lección 7",
    '"en cada paso"', "codificacion", "atensión", "puntuaciones que suman uno", "traductor frase larga cuello botella",
]  # fmt: skip


def own_sentences() -> list[str]:
    """Plain sentences of the book's lessons."""
    text = " ".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "content").rglob("lesson.md")))
    return [one for one in re.split(r"(?<=[.?!])\s+", text) if 40 < len(one) < 220 and not re.search(r"[$`{}\[\]|<>#*_:\\]", one)]


def fill(book: Path, words_each: int) -> None:
    chance, sentences = random.Random(1), own_sentences()
    for lesson in sorted(book.glob("*/*/lesson.md")):
        parts, words = [], 0
        while words < words_each:
            some = " ".join(chance.choice(sentences) for _ in range(6))
            words += len(some.split())
            parts.append(some)
        lesson.write_text(lesson.read_text(encoding="utf-8") + "\n\n## Más texto\n\n" + "\n\n".join(parts) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, default=100)
    parser.add_argument("--words", type=int, default=1800, help="of the book's own sentences in each lesson")
    parser.add_argument("--rounds", type=int, default=40)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        write_corpus(place / "book", chosen.lessons)
        fill(place / "book", chosen.words)
        build(place / "book", place / "out", Terminal(io.StringIO(), io.StringIO()), store=Store(place / "store"))
        script = (place / "out/buscar/indice.js").read_bytes()
        texts = [path.read_bytes() for path in sorted((place / "out/buscar").glob("*.js")) if path.name != "indice.js"]
    index = json.loads(script[script.index(b"]=") + 2 :].rstrip().removesuffix(b";"))
    print(f"{chosen.lessons} lessons, {len(index['entries'])} entries, {index['words'].count(' ') + 1} words")
    print(f"index: {len(script) / 1000:.0f} kB, {len(gzip.compress(script, 9)) / 1000:.0f} kB compressed")
    packed = [len(gzip.compress(text, 9)) for text in texts]
    print(f"texts, one file a page, fetched for what is shown: median {statistics.median(packed) / 1000:.1f} kB compressed")
    ready, timed = Engine(index).call([["ready"], ["time", QUERIES, chosen.rounds]])
    print(f"index made ready once: {ready:.0f} ms")
    print(f"{'query':<42} {'first ms':>9} {'median ms':>10} {'worst ms':>9}")
    for query in QUERIES:
        times = [milliseconds for text, milliseconds in timed if text == query]
        print(f"{query:<42} {times[0]:>9.2f} {statistics.median(times):>10.2f} {max(times):>9.2f}")


if __name__ == "__main__":
    main()
