"""The sentences of the lesson and of the census: words of two senses, and in each sentence the word that decides which.

They were written before any map was looked at, and none was changed afterwards.
"""

from pretrained.census import Case, Pair

BANK = {
    "es": Pair(
        "banco",
        Case("Me senté en el banco de mi jardín", "banco", "jardín"),
        Case("Fui al banco a sacar dinero", "banco", "dinero"),
    ),
    "en": Pair(
        "bank",
        Case("I sat on the bank of the river", "bank", "river"),
        Case("I went to the bank to get money", "bank", "money"),
    ),
}
"""The lesson's own: their maps are shipped."""

OTHERS = {
    "es": [
        Pair(
            "cura",
            Case("El cura dijo misa en la iglesia", "cura", "iglesia"),
            Case("Todavía no hay cura para esa enfermedad", "cura", "enfermedad"),
        ),
        Pair(
            "capital",
            Case("Madrid es la capital de España", "capital", "España"),
            Case("La empresa necesita más capital para crecer", "capital", "empresa"),
        ),
        Pair(
            "radio",
            Case("Escuché esa canción en la radio", "radio", "canción"),
            Case("El radio del círculo mide dos metros", "radio", "círculo"),
        ),
        Pair(
            "carta",
            Case("Mi abuela me escribió una carta muy larga", "carta", "escribió"),
            Case("Pedimos la carta al camarero", "carta", "camarero"),
        ),
        Pair(
            "sierra",
            Case("Cortó la madera con una sierra", "sierra", "madera"),
            Case("Hay nieve en lo alto de la sierra", "sierra", "nieve"),
        ),
        Pair(
            "vela",
            Case("Encendió una vela con el último cerillo", "vela", "cerillo"),
            Case("El viento rompió la vela del barco", "vela", "barco"),
        ),
        Pair(
            "planta",
            Case("Hay que regar la planta cada semana", "planta", "regar"),
            Case("Mi oficina está en la última planta del edificio", "planta", "edificio"),
        ),
    ],
    "en": [
        Pair(
            "bat",
            Case("The bat slept inside a dark cave", "bat", "cave"),
            Case("He hit the ball with his bat", "bat", "ball"),
        ),
        Pair(
            "spring",
            Case("The flowers bloom every spring", "spring", "flowers"),
            Case("A spring of the old mattress broke", "spring", "mattress"),
        ),
        Pair(
            "letter",
            Case("The last letter of the alphabet is rare", "letter", "alphabet"),
            Case("She put the letter in an envelope", "letter", "envelope"),
        ),
        Pair(
            "crane",
            Case("The crane built its nest near the lake", "crane", "nest"),
            Case("The crane lifted the steel beam", "crane", "steel"),
        ),
        Pair(
            "seal",
            Case("The seal swam in the cold ocean", "seal", "ocean"),
            Case("The king pressed his seal into the wax", "seal", "wax"),
        ),
        Pair(
            "match",
            Case("She lit the fire with a match", "match", "fire"),
            Case("Our team won the match at last", "match", "team"),
        ),
        Pair(
            "plant",
            Case("Water the plant once a week", "plant", "Water"),
            Case("The workers of the plant went on strike", "plant", "workers"),
        ),
    ],
}
"""To see whether a head does it for words in general: seven more in each language."""
