"""What the search finds on a page: its sections, equations, figures, definitions and terms, without the interface around them."""

from builder.search.sections import Entry, read_page

PAGE = """<!doctype html><html><body>
<header><a href="x">Índice</a></header>
<main id="contenido" tabindex="-1">
<p class="lesson-label">Bloque 4 · Lección 3</p>
<h1>La  idea</h1><p class="lesson-summary">Resumen.</p>
<div class="prerequisites"><p>Conviene</p></div>
<nav class="sections"><a href="#uno">Uno</a></nav>
<div class="prose">
<p>Al empezar<sup class="footnote-call"><a href="#nota-1">1</a></sup>, esto.</p>
<h2 id="uno">Uno<a class="anchor" href="#uno"></a></h2>
<p>Antes de <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>α</mi></mrow><annotation encoding="application/x-tex">\\alpha</annotation></semantics></math></span><span class="katex-html">ααα</span></span> va.</p>
<div class="equation" id="eq-a" role="region" aria-label="Ecuación 1"><div><span class="katex-mathml"><math display="block"><semantics><mrow><mi>c</mi><mo>&lt;</mo><mn>1</mn></mrow><annotation encoding="application/x-tex">c &lt; \\operatorname{softmax}(e)</annotation></semantics></math></span></div><a class="equation-number" href="#eq-a">(1)</a></div>
<p>Después.</p>
<figure class="explorable" id="mapa" data-title="El mapa"><div class="explorable-frame"><button>Restaurar</button><svg><text>ruido</text></svg></div>
<figcaption><a class="figure-number" href="#mapa">Figura 1.</a> <p>La leyenda.</p></figcaption>
<script type="application/json">{"p": "<p>nada</p>"}</script></figure>
<div class="admonition definition" role="note" id="def-peso"><p class="admonition-title">Peso</p><div><p>Cuánto toca.</p></div></div>
<h3 id="dos">Dos</h3>
<pre><code>weights = softmax(scores)</code></pre><div class="cell-output"><pre>0.1 0.9</pre></div>
<fieldset class="question"><legend>¿Cuál?</legend><label>La primera</label><details class="answers"><p>Porque sí.</p></details></fieldset>
<dl><dt id="token">token</dt><dd>Un trozo.</dd><dt id="red">red</dt><dd>Neuronas.</dd></dl>
<ul><li id="obra" data-entry="reference"><b data-entry-title>Bahdanau 2014</b> Un artículo.</li></ul>
<p data-search="off">Calla.</p><p>Fin.</p>
</div></main><footer>Pie</footer></body></html>"""


def test_each_thing_of_a_page_is_an_entry_in_its_order():
    page = read_page(PAGE)
    assert page is not None and page.label == "Bloque 4 · Lección 3"
    assert [(entry.kind, entry.anchor, entry.title, entry.text) for entry in page.entries] == [
        ("page", "", "La idea", "Resumen. Al empezar, esto."),
        ("section", "uno", "Uno", "Antes de α va. Después."),
        ("equation", "eq-a", "Ecuación 1", "c<1"),
        ("figure", "mapa", "Figura 1. El mapa", "La leyenda."),
        ("definition", "def-peso", "Peso", "Cuánto toca."),
        ("section", "dos", "Dos", "weights = softmax(scores) ¿Cuál? La primera Fin."),
        ("term", "token", "token", "Un trozo."),
        ("term", "red", "red", "Neuronas."),
        ("reference", "obra", "Bahdanau 2014", "Un artículo."),
    ]


def test_formulas_give_their_names_and_equations_what_draws_them():
    page = read_page(PAGE)
    assert page is not None
    section, equation = page.entries[1], page.entries[2]
    assert section.keywords == "alpha alfa"
    assert equation.keywords == "softmax"
    assert equation.markup == '<math display="block"><semantics><mrow><mi>c</mi><mo>&lt;</mo><mn>1</mn></mrow></semantics></math>'


def test_a_page_that_is_none_of_the_books_has_nothing():
    assert read_page('<main><h1>Se movió</h1></main>') is None
    assert read_page('<main id="contenido" data-search="off"><h1>Portada</h1></main>') is None
    assert read_page("") is None


def test_an_entry_without_a_title_is_named_by_its_first_words():
    text = "Una obra sin nombre que sigue y sigue hasta pasar con mucho de las letras que caben"
    page = read_page(f'<main id="contenido"><h1>T</h1><p id="x" data-entry="reference">{text}</p></main>')
    assert page is not None
    assert page.entries[1] == Entry("reference", "x", "Una obra sin nombre que sigue y sigue hasta pasar con mucho…", text)
