"""Python for the reader's browser: fetched, verified, made small, and written in two forms.

`pins` says what the files must be and `supply` gets them; `wheel` packs `pyodide_src`; `slimming` and
`bytecode` make what the reader downloads small and quick to start, `snapshot` records a Python that has started;
`forms` writes it for http and for
`file://`; `bundle` is all of that in order. `node_python` runs Python code in the same Pyodide, under Node.
"""
