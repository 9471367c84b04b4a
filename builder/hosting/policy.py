"""The Content-Security-Policy of every page: nothing but the book itself, and no code written inside a page."""

from __future__ import annotations

POLICY = {
    "default-src": "'none'",
    # Blobs, since on `file://` a worker can be made from nothing else; `wasm-unsafe-eval` allows WebAssembly, not `eval`.
    "script-src": "'self' blob: 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "style-src": "'self'",
    # Formulas place their parts by style attributes, drawings hand their numbers to the style sheet by them.
    "style-src-attr": "'unsafe-inline'",
    "font-src": "'self'",
    "img-src": "'self' data: blob:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy() -> str:
    """The policy as a host would send it in a header; a page carries the same in a meta element."""
    return "; ".join(f"{name} {sources}" for name, sources in POLICY.items())
