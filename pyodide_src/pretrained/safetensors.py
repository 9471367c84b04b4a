"""Reading a `.safetensors` file without any other library: a JSON head that says where each array lies, and the arrays.

The format: eight bytes with the length of the head, the head, the data; offsets count from the end of the head.
"""

import json
import struct

import numpy as np

from .e5_file import ModelFileError

_KINDS = {"F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "BF16": np.dtype("<u2")}


def read_safetensors(data, dtype=np.float32):
    """Arrays by name, as `dtype`. Other kinds than floats (F64, F32, F16, BF16) are left out.

    Raises ModelFileError for a file that is cut short or is of another format.
    """
    view = memoryview(data)
    if len(view) < 8:
        raise ModelFileError(f"{len(view)} bytes are too few for a safetensors file")
    (length,) = struct.unpack("<Q", view[:8])
    if length > len(view) - 8:
        raise ModelFileError("the head of the safetensors file is cut short")
    try:
        head = json.loads(bytes(view[8 : 8 + length]))
    except ValueError as error:
        raise ModelFileError(f"the head of the safetensors file is not JSON ({error})") from error
    body = view[8 + length :]
    return {
        name: _array(name, entry, body, dtype)
        for name, entry in head.items()
        if name != "__metadata__" and entry["dtype"] in _KINDS
    }


def _array(name, entry, body, dtype):
    kind, (start, end) = _KINDS[entry["dtype"]], entry["data_offsets"]
    count = int(np.prod(entry["shape"], dtype=np.int64))
    if not 0 <= start <= end <= len(body) or end - start != count * kind.itemsize:
        raise ModelFileError(f"tensor {name}: its {count} numbers are not in the file")
    numbers = np.frombuffer(body[start:end], kind)
    if entry["dtype"] == "BF16":
        # A bfloat16 is the upper half of a float32.
        numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers.astype(dtype).reshape(entry["shape"])
