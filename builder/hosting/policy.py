"""The Content-Security-Policy of every page: nothing but the book itself, and no code in a page but the one that it names."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

POLICY = {
    "default-src": "'none'",
    # Blobs, since on `file://` a worker can be made from nothing else; `wasm-unsafe-eval` allows WebAssembly, not `eval`.
    "script-src": "'self' blob: 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "style-src": "'self'",
    # Formulas place their parts by style attributes, drawings hand their numbers to the style sheet by them.
    "style-src-attr": "'unsafe-inline'",
    # The smallest fonts ride in the style sheets.
    "font-src": "'self' data:",
    "img-src": "'self' data: blob:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy(script: str = "") -> Markup:
    """The policy of a page in which this one script stands, if any; for the attribute of a meta element."""
    named = f" 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" if script else ""
    return Markup("; ".join(f"{name} {sources}{named if name == 'script-src' else ''}" for name, sources in POLICY.items()))
