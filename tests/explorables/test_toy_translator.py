"""The toy translator against its networks computed here with lists of plain products, and against the lessons' figures."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import explorables
from attention_core.checkpoints import load_checkpoint
from attention_core.toy_translation import vocabularies
from explorables.views.toy_translator import ONE_NOUN, QUESTIONS, TWO_NOUNS, State, see_kept

NARROW = "\u202f"


def draw(**state):
    return explorables.draw("toy-translator", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def part(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return next((each for each in root.iter() if name in (each.get("data-part") or "").split()), None)


def named(drawing, name):
    return part(drawing["html"], name).find("dd").text


def softmax(scores):
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()


class ByHand:
    """A network of the book, step by step, from the equations of the lessons."""

    def __init__(self, name, step):
        self.p = load_checkpoint(name, step).params
        self.attends = "score.v_a" in self.p
        self.source, self.target = vocabularies()

    def read(self, ids, prefix):
        state, states = np.zeros(self.p[f"{prefix}.W_h"].shape[0]), []
        for number in ids:
            x = self.p["source_embedding"][number]
            state = np.tanh(x @ self.p[f"{prefix}.W_x"] + state @ self.p[f"{prefix}.W_h"] + self.p[f"{prefix}.b"])
            states.append(state)
        return states

    def states(self, words):
        ids = self.source.encode(words)
        if "encoder.W_h" in self.p:
            return np.array(self.read(ids, "encoder"))
        back = self.read(ids[::-1], "encoder.backward")[::-1]
        return np.hstack([self.read(ids, "encoder.forward"), back])

    def translate(self, words):
        p, states = self.p, self.states(words)
        state, word, written, rows, weights = np.zeros(32), "<BOS>", [], [], []
        while word != "<EOS>" and len(written) < 24:
            alpha = np.eye(len(states))[-1]
            if self.attends:
                alpha = softmax(np.tanh(state @ p["score.W_a"] + states @ p["score.U_a"]) @ p["score.v_a"])
            y = p["target_embedding"][self.target.ids[word]]
            context = (alpha @ states) @ p["decoder.W_c"]
            state = np.tanh(y @ p["decoder.W_x"] + state @ p["decoder.W_h"] + p["decoder.b"] + context)
            row = softmax(state @ p["output.W"] + p["output.b"])
            word = self.target.tokens[int(row.argmax())]
            written.append(word)
            rows.append(row)
            weights.append(alpha)
        return written, np.array(rows), np.array(weights), states[-1]


@pytest.mark.parametrize("sentence", [ONE_NOUN, TWO_NOUNS])
@pytest.mark.parametrize(
    "model, moment, checkpoint, step",
    [
        ("bidirectional", 5, "bi_additive_d32", 300), ("bidirectional", 2, "bi_additive_d32", 50),
        ("forward", 5, "uni_additive_d32", 300), ("fixed", 5, "fixed_d32", 600), ("fixed", 1, "fixed_d32", 0),
    ],
)  # fmt: skip
def test_answers_are_those_of_the_equations(model, moment, checkpoint, step, sentence):
    written, rows, weights, last = ByHand(checkpoint, step).translate(sentence.split())
    found = see_kept(model, moment, sentence).answer
    assert list(found.words) == written
    np.testing.assert_allclose(found.probabilities, rows, atol=1e-9)
    np.testing.assert_allclose(found.weights, weights, atol=1e-9)
    np.testing.assert_allclose(found.summary, last, atol=1e-12)


def test_the_probabilities_that_lesson_one_prints():
    drawing = draw(model="fixed", show="steps")
    assert texts(drawing["html"], "share-number") == ["0.996", "0.998", "0.993", "0.969", "1.000", "0.958", "0.996", "1.000"]
    assert texts(drawing["html"], "share-label") == "yesterday i read a very good book <EOS>".split()
    assert named(drawing, "probability") == drawing["values"]["probability"] == "0.91"
    assert part(drawing["html"], "end").get("data-part") == "step-8 end"


def test_a_step_divides_one_and_inks_the_word_that_was_written():
    drawing = draw(model="fixed", show="steps", sentence=TWO_NOUNS)
    written, rows, _, _ = ByHand("fixed_d32", 600).translate(TWO_NOUNS.split())
    whole = part(drawing["html"], f"step-{written.index('magazine') + 1}")
    widths = [float(each.get("style").removeprefix("width:").rstrip("%")) for each in whole.iter() if "share-piece" in (each.get("class") or "")]
    row = np.sort(rows[written.index("magazine")])[::-1]
    assert widths == pytest.approx(100 * row[:4], abs=0.01)
    assert sum(widths) <= 100.01


def test_the_sentence_that_lesson_two_shows_wrong():
    drawing = draw(model="fixed", sentence=TWO_NOUNS)
    answer = part(drawing["html"], "answer")
    assert [each.text for each in answer.iter("del")] == ["i", "good", "magazine"]
    assert drawing["values"]["answer"] == "today i read the very good magazine and a very good story <EOS>"
    assert "La traducción correcta es «today you read the very new letter and a very good story <EOS>»." in drawing["description"]
    assert (named(drawing, "exact-1"), named(drawing, "exact-2")) == (f"96{NARROW}%", f"12{NARROW}%")
    mended = draw(model="fixed", sentence="hoy leíste la carta muy nueva")
    assert mended["values"]["answer"] == "today you read the very new letter <EOS>"
    assert mended["description"].endswith("y acierta.")


def test_the_summary_has_as_many_numbers_for_any_sentence():
    for sentence in (ONE_NOUN, TWO_NOUNS):
        drawing = draw(model="fixed", sentence=sentence)
        last = ByHand("fixed_d32", 600).states(sentence.split())[-1]
        rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(drawing["table"]).iter("tr")][1:]
        assert [float(row[1].replace("\u2212", "-")) for row in rows] == pytest.approx(last, abs=0.005)
        assert len([each for each in part(drawing["html"], "summary").iter("rect")]) == 32


def test_where_the_two_encoders_look_in_lesson_four():
    """The table that the lesson prints: the strongest token of each word, and its weight."""
    both = ["ayer 0.99", "leí 0.52", "leí 0.94", "un 0.98", "muy 0.97", "bueno 0.98", "libro 0.92", "bueno 0.47"]
    forward = ["libro 0.92", "libro 0.99", "libro 1.00", "libro 0.98", "muy 0.56", "bueno 0.93", "libro 0.91", "leí 0.34"]
    for model, expected in (("bidirectional", both), ("forward", forward)):
        rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(draw(model=model)["table"]).iter("tr")]
        looks = []
        for row in rows[1:]:
            place = max(range(1, 7), key=lambda column: float(row[column]))
            looks.append(f"{rows[0][place]} {row[place]}")
        assert looks == expected
        assert draw(model=model)["description"].endswith("y acierta.")


def test_before_training_the_map_is_grey():
    weights = see_kept("bidirectional", 1, ONE_NOUN).answer.weights
    assert weights.min() > 0.1 and weights.max() < 0.25


def test_words_that_the_network_does_not_have():
    drawing = draw(sentence="ayer lei un perro")
    assert "La red no tiene estas palabras: «lei» (¿querías decir «leí»?), «perro»." in part(drawing["html"], "problem").text
    assert [each.text for each in part(drawing["html"], "source").iter("del")] == ["lei", "perro"]
    assert part(drawing["html"], "row-1") is None
    assert drawing["description"] == "La red no puede leer la frase: no tiene «lei», «perro»."
    assert "answer" not in drawing["values"]
    one = draw(sentence="vi un perro")
    assert "La red no tiene esta palabra: «perro»." in part(one["html"], "problem").text


@pytest.mark.parametrize("sentence", ["", "   ", " , "])
def test_no_sentence(sentence):
    drawing = draw(sentence=sentence)
    assert "Escribe una frase" in part(drawing["html"], "problem").text
    assert drawing["description"] == "No hay frase."


@pytest.mark.parametrize("sentence", ["libro", "y y y", "vi una libro", "bueno muy bueno muy " * 6])
@pytest.mark.parametrize("model", ["bidirectional", "fixed"])
def test_what_is_no_sentence_is_translated_all_the_same(model, sentence):
    drawing = draw(model=model, sentence=sentence)
    assert "no sigue la gramática" in drawing["description"]
    assert not list(part(drawing["html"], "answer").iter("del"))
    draw(model=model, sentence=sentence, show="steps")


@pytest.mark.parametrize("sentence", ["<b>hola</b> & vi", "vi \"un\" 'libro'", "💡", "á" * 500])
def test_what_is_typed_is_escaped(sentence):
    drawing = draw(sentence=sentence)
    ET.fromstring(f"<root>{drawing['html']}{drawing['table']}</root>")
    assert "<b>" not in drawing["html"]


def test_states_that_answer_without_python():
    states = explorables.spec("toy-translator", {"model": "fixed", "show": "steps"})["states"]
    assert [(state["model"], state["moment"]) for state in states] == [
        *(("fixed", moment) for moment in range(1, 6)), ("bidirectional", 5), ("forward", 5),
    ]  # fmt: skip
    assert all(state["show"] == "steps" and state["sentence"] == ONE_NOUN for state in states)


def test_questions_have_the_answer_that_comes_out():
    for (model, show, sentence), question in QUESTIONS.items():
        spec = explorables.spec("toy-translator", {"model": model, "show": show, "sentence": sentence})
        assert spec["prediction"]["question"] == question.question
    assert explorables.spec("toy-translator", {"model": "forward"})["prediction"] is None
    assert explorables.spec("toy-translator", {"moment": "1"})["prediction"] is None
    # One noun right, two wrong in words and not in form.
    assert draw(model="fixed")["description"].endswith("acierta.")
    wrong = see_kept("fixed", 5, TWO_NOUNS)
    assert len(wrong.answer.words) == len(wrong.reading.right) and wrong.answer.words != wrong.reading.right


@pytest.fixture(scope="module")
def work():
    work = explorables.Run("toy-translator", {"model": "bidirectional"})
    for _ in range(51):
        assert work.advance()
    return work


def test_fifty_steps_in_the_page_are_the_fifty_of_the_book(work):
    frame = work.drawing()
    assert frame["progress"] == {"done": 50, "total": 300, "label": "Pasos de entrenamiento"}
    stored = load_checkpoint("bi_additive_d32", 50)
    assert frame["values"]["loss"] == f"{stored.loss:.2f}"
    # Half precision keeps three digits of each weight: the answers are the same.
    assert frame["values"]["answer"] == draw(moment=2)["values"]["answer"]
    assert work.drawing({"sentence": TWO_NOUNS})["values"]["answer"] == draw(moment=2, sentence=TWO_NOUNS)["values"]["answer"]


def test_curves_show_each_loss_and_each_count(work):
    html = work.drawing()["html"]
    line = next(each for each in part(html, "loss-curve").iter("path") if each.get("class") == "line")
    assert line.get("d").count("L") + 1 == 50
    counts = [each.get("d") for each in part(html, "exact-curve").iter("path") if each.get("class") == "line"]
    assert [path.count("L") + 1 for path in counts] == [3, 3]


def test_the_present_network_reads_any_sentence_in_either_way(work):
    steps = work.drawing({"show": "steps", "sentence": TWO_NOUNS})
    assert texts(steps["html"], "share-label")[-1] == "<EOS>"
    assert "perro" in part(work.drawing({"sentence": "un perro"})["html"], "problem").text
    assert work.drawing({"sentence": ""})["description"] == "No hay frase."


@pytest.mark.parametrize("model, total", [("forward", 300), ("fixed", 600)])
def test_the_others_train_too(model, total):
    frames = explorables.run("toy-translator", {"model": model})
    first, second, third = next(frames), next(frames), next(frames)
    frames.close()
    assert [frame["progress"]["done"] for frame in (first, second, third)] == [0, 1, 2]
    assert third["progress"]["total"] == total
    assert first["values"]["loss"] == "" and float(second["values"]["loss"]) == pytest.approx(np.log(28), abs=0.3)
    assert "sin entrenar" in first["description"]


def test_the_state_of_the_work_belongs_to_no_field():
    assert explorables.spec("toy-translator")["run_keeps"] == ["sentence", "show"]
    assert State() == State(moment=5)
