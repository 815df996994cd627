import { type PythonFunction, pythonFunctionsModule } from "@lectern/contract";
import { queryClient } from "../../../lib/queryClient.ts";
import type { PythonInterpreter } from "../../../ui/python/pythonInterpreter.ts";
import { flagsQuery } from "../../flags/useFlag.ts";
import { pythonFunctionsQuery } from "./pythonFunctionsQuery.ts";

const dataFile = `${pythonFunctionsModule}.json`;

/**
 * Reads a function when it is imported, so that one with a mistake breaks no other, and one that was saved since the last
 * import is found.
 */
const moduleSource = `"""The functions that you have saved. Use: from ${pythonFunctionsModule} import name"""
import ast as _ast
import json as _json
import os as _os


def _read():
    with open(_os.path.join(_os.path.dirname(__file__), "${dataFile}"), encoding="utf-8") as file:
        return _json.load(file)


def _is_definition(node):
    if isinstance(node, _ast.Assign):
        try:
            _ast.literal_eval(node.value)
        except ValueError:
            return False
        return True
    return isinstance(node, (_ast.Import, _ast.ImportFrom, _ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef))


def _execute(source, name):
    tree = _ast.parse(source, f"{name}.py")
    # The block may also have called the function.
    tree.body = [node for node in tree.body if _is_definition(node)]
    scope = {"__name__": __name__}
    exec(compile(tree, f"{name}.py", "exec"), scope)
    return scope[name]


def __getattr__(name):
    if name == "__all__":
        return list(_read())
    source = None if name.startswith("__") else _read().get(name)
    if source is None:
        raise AttributeError(f"You have saved no function named {name!r}.")
    return _execute(source, name)


def __dir__():
    return list(_read())
`;

/** Lists the functions for the Python module that gives them to code. */
export const toFunctionData = (functions: readonly PythonFunction[]): string =>
  JSON.stringify(Object.fromEntries(functions.map(({ name, code }) => [name, code])));

/** What was written last, by interpreter. */
const written = new WeakMap<PythonInterpreter, { id: string; data: string }>();

/** Puts the person's functions into an interpreter. Without any, nothing. Rejects if they cannot be read. */
export async function writeFunctions(interpreter: PythonInterpreter): Promise<void> {
  const flags = await queryClient.ensureQueryData(flagsQuery);
  if (!flags.pythonFunction) return;
  const { functions } = await queryClient.fetchQuery(pythonFunctionsQuery);
  const last = written.get(interpreter);
  if (functions.length === 0 && !last) return;
  const data = toFunctionData(functions);
  if (last?.id === interpreter.id && last.data === data) return;
  const write = (name: string, text: string) => interpreter.writeFile(name, new TextEncoder().encode(text));
  await write(`${pythonFunctionsModule}.py`, moduleSource);
  await write(dataFile, data);
  written.set(interpreter, { id: interpreter.id, data });
}
