"""«El traductor de juguete»: kept networks answer at once, and one may be trained from nothing in the reader's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from attention_core.checkpoints import recipes
from attention_core.toy_translation import toy_batch, training_pairs
from attention_core.training import start_training, train_translator
from attention_core.translator import init_translator
from explorables.explorable import Explorable, Frame, Prediction, PredictionChoice
from explorables.fields import choice, stepper, text
from explorables.marks import Mark, Table
from explorables.numbers import fixed, percent
from explorables.views.translating import pictures
from explorables.views.translating.networks import (
    MODELS,
    MOMENTS,
    Answer,
    Count,
    Network,
    answer,
    count,
    kept,
    kept_count,
)
from explorables.views.translating.pictures import History
from explorables.views.translating.sentences import Reading, read, split, unknown

ONE_NOUN = "ayer leí un libro muy bueno"
TWO_NOUNS = "hoy leíste la carta muy nueva y un cuento muy bueno"
# While it trains, the network is counted on fewer sentences and now and then: counting takes as long as ten steps.
COUNT_EVERY = 25
COUNTED_IN_PAGE = 50


@dataclass(frozen=True)
class State:
    """Which network, at which moment of its training, and the sentence that it is given."""

    model: str = choice(
        [
            ("bidirectional", "con atención, lee en los dos sentidos"),
            ("forward", "con atención, lee hacia delante"),
            ("fixed", "de resumen fijo"),
        ],
        default="bidirectional",
        label="Red",
    )
    show: str = choice(
        [("map", "lo que le llega del encoder"), ("steps", "el reparto de cada paso")], default="map", label="A la vista"
    )
    moment: int = stepper(
        1,
        MOMENTS,
        default=MOMENTS,
        label="Momento del entrenamiento",
        names=["sin entrenar", "50 pasos", "100 pasos", "200 pasos", "al terminar"],
    )
    sentence: str = text(default=ONE_NOUN, label="Tu frase", longest=120, help="Con palabras del español de juguete.")




class Seen(NamedTuple):
    """A sentence before a network: its words, what the grammar makes of them, and the answer if it can be read."""

    network: Network
    counts: tuple[Count, Count]
    words: tuple[str, ...]
    reading: Reading
    answer: Answer | None
    history: History | None = None


def see(network: Network, counts: tuple[Count, Count], sentence: str, history: History | None = None) -> Seen:
    words = split(sentence)
    readable = bool(words) and not unknown(words)
    return Seen(network, counts, words, read(words), answer(network, words) if readable else None, history)


@lru_cache(maxsize=16)
def see_kept(model: str, moment: int, sentence: str) -> Seen:
    counts = kept_count(model, moment, 1), kept_count(model, moment, 2)
    return see(kept(model, moment), counts, sentence)


class ToyTranslator(Explorable):
    title = "El traductor de juguete"
    State = State
    run_label = "Entrenar desde cero"
    run_keeps = ("sentence", "show")

    def scene(self, s: State) -> Sequence[Mark]:
        return _scene(self._kept(s), s.show)

    def describe(self, s: State) -> str:
        return _describe(self._kept(s))

    def table(self, s: State) -> Table:
        return _table(self._kept(s), s.show)

    def values(self, s: State) -> dict[str, str]:
        return _values(self._kept(s))

    @staticmethod
    def _kept(s: State) -> Seen:
        return see_kept(s.model, s.moment, s.sentence)

    def nearby(self, first: State) -> Iterable[State]:
        moments = [replace(first, moment=moment) for moment in range(1, MOMENTS + 1)]
        return [*moments, *(replace(first, model=model) for model in MODELS)]

    def run(self, s: State) -> Iterator[Callable[[State], Frame]]:
        """Train the network of `s.model` from nothing, as the kept one was: the same sentences, in the same batches."""
        recipe = recipes()[MODELS[s.model].checkpoint]
        last_step = MODELS[s.model].steps[-1]
        batch = toy_batch(training_pairs(recipe.phrases))
        losses: list[float] = []
        counted: list[tuple[int, float, float]] = []
        state = start_training(init_translator(recipe.config, recipe.seed))
        training = train_translator(recipe.config, batch, state=state, seed=recipe.seed, rate=recipe.rate, steps=last_step)
        for state in chain([state], training):
            if state.step:
                losses.append(state.loss)
            network = Network(s.model, state.step, state.params, recipe.config, state.loss if state.step else None)
            if state.step % COUNT_EVERY == 0:
                counts = count(network, 1, COUNTED_IN_PAGE), count(network, 2, COUNTED_IN_PAGE)
                counted.append((state.step, counts[0].exact, counts[1].exact))
            yield _moment(network, counts, History(last_step, tuple(losses), tuple(counted)))

    def asks(self, first: State) -> Prediction | None:
        if first.moment != MOMENTS:
            return None
        return QUESTIONS.get((first.model, first.show, first.sentence))


def _moment(network: Network, counts: tuple[Count, Count], history: History) -> Callable[[State], Frame]:
    """A moment of a training, to be looked at with any sentence."""

    def frame(now: State) -> Frame:
        seen = see(network, counts, now.sentence, history)
        return Frame(
            _scene(seen, now.show),
            network.step,
            history.last_step,
            "Pasos de entrenamiento",
            _describe(seen),
            _table(seen, now.show),
            _values(seen),
        )

    return frame


def _scene(seen: Seen, show: str) -> list[Mark]:
    if seen.answer is None:
        middle = pictures.stranger(seen.words)
    else:
        middle = pictures.translation(seen.words, seen.answer, seen.reading, seen.network.model, show)
    return [
        pictures.composing(seen.words, seen.reading),
        *middle,
        pictures.figures(seen.network, *seen.counts, seen.answer, show),
        *([] if seen.history is None else [pictures.curves(seen.history)]),
    ]


def _describe(seen: Seen) -> str:
    if seen.answer is not None:
        return pictures.sentence(seen.network, seen.answer, seen.words, seen.reading)
    strangers = ", ".join(f"«{word}»" for word, _ in unknown(seen.words))
    return f"La red no puede leer la frase: no tiene {strangers}." if strangers else "No hay frase."


def _table(seen: Seen, show: str) -> Table:
    if seen.answer is not None:
        return pictures.data_table(seen.words, seen.answer, seen.network.model, show)
    return Table("Palabras de la frase", ["Lugar", "Palabra"], [[str(place), word] for place, word in enumerate(seen.words, 1)])


def _values(seen: Seen) -> dict[str, str]:
    one, two = seen.counts
    found = {
        "step": str(seen.network.step),
        "loss": "" if seen.network.loss is None else fixed(seen.network.loss),
        "exact_1": percent(one.exact),
        "exact_2": percent(two.exact),
        "agreement": percent(two.agreement),
    }
    if seen.answer is not None:
        found["answer"] = " ".join(seen.answer.words)
        found["probability"] = pictures.probability_text(seen.answer.log_probability)
    return found


QUESTIONS = {
    ("bidirectional", "map", ONE_NOUN): Prediction(
        "Éste es el mapa de una red que ya sabe. ¿Cómo era antes de aprender nada?",
        [
            PredictionChoice(
                "pálido: repartía casi por igual",
                "Con pesos al azar y pequeños, todas las puntuaciones se parecen, y el softmax de números parecidos es casi plano.",
                right=True,
            ),
            PredictionChoice(
                "oscuro en sitios al azar",
                "Para que un peso se acerque a uno, su puntuación tiene que separarse de las demás, y al principio ninguna lo hace.",
            ),
            PredictionChoice(
                "oscuro en la diagonal",
                "Nada en la arquitectura le dice que la primera palabra traduce a la primera. El orden también lo aprende.",
            ),
        ],
        {"moment": 1},
    ),
    ("fixed", "steps", ONE_NOUN): Prediction(
        "La frase tiene un nombre y la red la traduce. ¿Qué hará con dos, unidos por «y»?",
        [
            PredictionChoice(
                "una frase bien hecha, con palabras que no son",
                "La forma se salva y el contenido no: fíjate en cuáles están tachadas y en cómo se reparte la probabilidad en ellas.",
                right=True,
            ),
            PredictionChoice("las dos mitades bien", "La gramática, sí. Mira los nombres y los adjetivos."),
            PredictionChoice("callarse a la mitad", "Sigue hasta el final y se calla a su hora: el silencio lo aprendió bien."),
        ],
        {"sentence": TWO_NOUNS},
    ),
    ("fixed", "map", TWO_NOUNS): Prediction(
        "La carta sale mal traducida. Si la frase acabara en «nueva», ¿qué pasaría con ella?",
        [
            PredictionChoice(
                "se arreglaría",
                "Lo que se leyó después era lo que la borraba. Los números de c son otros, y son los mismos en cantidad.",
                right=True,
            ),
            PredictionChoice("seguiría igual de mal", "La red sabe traducir esa mitad. Lo que no sabe es guardarla mientras lee la otra."),
            PredictionChoice("saldría peor", "Al contrario: con menos que guardar, lo guarda."),
        ],
        {"sentence": "hoy leíste la carta muy nueva"},
    ),
}
