"""Three pages as the builder would have read them: address, label, more keywords → entries."""

from builder.search.sections import Entry

PAGES = {
    ("atencion/idea/index.html", "Bloque 4 · Lección 3", "4.3 alineación"): [
        Entry("page", "", "La idea de atención", "Un traductor puede mirar hacia atrás antes de escribir cada palabra."),
        Entry("section", "pesos", "Quién escribe los pesos", "Los pesos son un reparto y suman uno. El año pasado no se sabía."),
        Entry("equation", "eq-a", "Ecuación 1", "αi=1", "alpha alfa softmax"),
        Entry("equation", "eq-b", "Ecuación 3", "c=3", "sum suma"),
        Entry("figure", "mapa", "Figura 1. El mapa", "Cada fila es un paso; hacia la derecha, mirar de nuevo atrás."),
    ],
    ("atencion/puntuar/index.html", "Bloque 4 · Lección 5", "4.5"): [
        Entry("page", "", "Otras formas de puntuar", "El producto punto compara dos vectores sin más peso que su tamaño."),
        Entry("section", "matrices", "Matrices y tokens", "Una matriz por token: normalización, codificación y atención."),
        Entry("section", "largo", "Lo que cuesta", "El costo crece. " + "Una frase que no viene a cuento sigue aquí. " * 40 + "El reparto."),
    ],
    ("glosario/index.html", "", ""): [
        Entry("page", "", "Glosario", "Las palabras del libro."),
        Entry("term", "transformer", "transformer", "La red que sólo tiene atención."),
        Entry("term", "sentencia", "sentencia", "Enseñar a decidir."),
    ],
}
