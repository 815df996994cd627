import type { PythonInterpreter } from "../../ui/python/pythonInterpreter.ts";

/** Opens an interpreter. Its code is loaded on first use. Tests replace it. */
export const pythonSource: { open: () => Promise<PythonInterpreter> } = {
  open: async () => {
    const { openPython } = await import("../../ui/python/openPython.ts");
    return openPython();
  },
};
