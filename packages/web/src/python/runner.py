"""Runs code in the interpreter of a conversation. The module `__main__` has its variables."""

import ast
import builtins
import json
import linecache
import os
import sys
import traceback

from pyodide.code import CodeRunner

FOLDER = "/data"
CELL_PREFIX = "<code"
_cells = 0


def _input(prompt=""):
    raise RuntimeError("input() is not available here, because nobody can answer. Assign the value in the code.")


builtins.input = _input


async def run_cell(code, max_files, max_bytes):
    """Returns JSON: `value`, `error`, and `files`, each with its name and path."""
    global _cells
    _cells += 1
    # Code may have replaced them.
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    before = dict(_list_files())
    value, error = await _evaluate(code, f"{CELL_PREFIX}>" if _cells == 1 else f"{CELL_PREFIX} {_cells}>")
    # Also those of code that failed later.
    figures_error = _save_figures()
    for stream in (sys.__stdout__, sys.__stderr__):
        stream.flush()
    changed = [path for path, state in sorted(_list_files()) if before.get(path) != state]
    return json.dumps({"value": value, "error": error or figures_error, "files": _select_files(changed, max_files, max_bytes)})


async def _evaluate(code, name):
    lines = code.splitlines(keepends=True)
    # Tracebacks show these lines.
    linecache.cache[name] = (len(code), None, lines, name)
    try:
        runner = CodeRunner(code, filename=name, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = await runner.compile().run_async(sys.modules["__main__"].__dict__)
        return None if value is None else repr(value), None
    except SystemExit as error:
        return None, None if error.code in (None, 0) else f"SystemExit: {error.code}\n"
    except BaseException as error:
        return None, _format_error(error)


def _format_error(error):
    _explain_missing_module(error)
    formatted = traceback.TracebackException.from_exception(error)
    _remove_our_frames(formatted)
    return "".join(formatted.format())


def _remove_our_frames(formatted):
    while formatted:
        frames = [frame for frame in formatted.stack if not _is_ours(frame.filename)]
        formatted.stack = traceback.StackSummary.from_list(frames)
        formatted = formatted.__cause__ or formatted.__context__


def _is_ours(filename):
    return filename == "<runner>" or "/_pyodide/" in filename


def _explain_missing_module(error):
    """Replaces advice that does not apply here: nothing can be installed."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.partition(".")[0]
        if name not in sys.modules:
            error.msg = f"{name} isn’t installed on this server"
            error.__notes__ = []


def _save_figures():
    """Returns an error, or None."""
    if "matplotlib.pyplot" not in sys.modules:
        return None
    try:
        import _figures_backend

        _figures_backend.save_figures()
    except Exception as error:
        return _format_error(error)


def _list_files():
    for folder, folders, names in os.walk(FOLDER):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        for name in names:
            path = os.path.join(folder, name)
            if not name.startswith(".") and os.path.isfile(path):
                status = os.stat(path)
                yield path, (status.st_mtime_ns, status.st_size)


def _select_files(paths, max_files, max_bytes):
    """Leaves out what is too much, and says so."""
    small = [path for path in paths if os.path.getsize(path) <= max_bytes]
    for path in paths:
        if path not in small:
            print(f"{os.path.relpath(path, FOLDER)} is too large to be returned.", file=sys.__stderr__)
    if len(small) > max_files:
        print(f"Only the first {max_files} of {len(small)} files are returned.", file=sys.__stderr__)
    return [{"name": os.path.relpath(path, FOLDER).replace("/", "_"), "path": path} for path in small[:max_files]]
