import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Timestamp, text } from "./primitives.ts";

// Functions in Python that a person has saved. Code that runs for the person can import them from the module `my_functions`.

/** The module from which code imports the functions. */
export const pythonFunctionsModule = "my_functions";

const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const PythonFunctionName = text(limits.pythonFunctionNameLength).check(
  z.refine((name) => namePattern.test(name) && !keywords.has(name), {
    error: "must be a name in Python: letters, digits and _, not beginning with a digit",
  }),
);

/** True if the code defines a function of this name at the beginning of a line. */
export function definesPythonFunction(code: string, name: string): boolean {
  return namePattern.test(name) && new RegExp(`^(?:async[ \\t]+)?def[ \\t]+${name}[ \\t]*\\(`, "m").test(code);
}

/** Returns the name of the first function that the code defines at the beginning of a line; null if it defines none. */
export const findPythonFunctionName = (code: string): string | null =>
  /^(?:async[ \t]+)?def[ \t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]*\(/m.exec(code)?.[1] ?? null;

export const PythonFunction = z.object({ name: PythonFunctionName, code: z.string(), updatedAt: Timestamp });
export type PythonFunction = z.infer<typeof PythonFunction>;

const path = "/se/functions";

export const registerPythonFunction = defineOp({
  method: "POST",
  path: `${path}/register-python-function`,
  keyScopes: ["full_access"],
  flag: "pythonFunction",
  summary:
    "Saves a function in Python for the caller. `code` must define it. One that is saved under the same name is replaced.",
  input: z
    .object({
      function_name: PythonFunctionName,
      code: text(limits.pythonFunctionLength).check(z.minLength(1)),
    })
    .check(
      z.refine(({ function_name, code }) => definesPythonFunction(code, function_name), {
        path: ["code"],
        error: "must define the function",
      }),
    ),
  output: z.object({ name: PythonFunctionName }),
});

export const listPythonFunctions = defineOp({
  method: "GET",
  path: `${path}/list`,
  keyScopes: ["full_access"],
  flag: "pythonFunction",
  summary: "Lists the functions in Python that the caller has saved, by name.",
  input: z.object({}),
  output: z.object({ functions: z.array(PythonFunction) }),
});

export const deletePythonFunction = defineOp({
  method: "POST",
  path: `${path}/delete`,
  keyScopes: ["full_access"],
  flag: "pythonFunction",
  summary: "Deletes a function in Python that the caller has saved. Without such a function, the call does nothing.",
  input: z.object({ function_name: text(limits.pythonFunctionNameLength) }),
  output: z.object({}),
});
