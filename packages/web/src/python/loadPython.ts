import { loadPyodide, type PyodideAPI } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { type PythonReply, type PythonRequest, pythonLimits } from "../ui/python/pythonMessages.ts";
import figuresSource from "./figures.py?raw";
import { createOutput } from "./output.ts";
import { filesUrl, withFiles } from "./packageFiles.ts";
import runnerSource from "./runner.py?raw";

type Send = (reply: PythonReply) => void;
type Result = Extract<PythonReply, { type: "result" }>;

export interface LoadedPython {
  writeFile(name: string, bytes: ArrayBuffer): void;
  /** Rejects if the interpreter has crashed. */
  run(id: number, code: string): Promise<Result>;
}

const folder = "/data";
const libraryName = "python_stdlib.zip";

/** Starts the interpreter; null if it cannot run here. */
export async function loadPython(
  { wasm, library, lock }: Extract<PythonRequest, { type: "load" }>,
  send: Send,
): Promise<LoadedPython | null> {
  const files = { "pyodide.asm.wasm": wasm, [libraryName]: library };
  const pyodide = await withFiles(files, send, () =>
    loadPyodide({
      createPyodideModule,
      indexURL: filesUrl,
      packageBaseUrl: filesUrl,
      stdLibURL: filesUrl + libraryName,
      lockFileContents: lock as never,
      fsInit: async (FS, { sitePackages }) => FS.writeFile(`${sitePackages}/_figures_backend.py`, figuresSource),
      // The order of sets is the same in each run.
      env: {
        HOME: folder,
        PYTHONHASHSEED: "0",
        MPLBACKEND: "module://_figures_backend",
        MPLCONFIGDIR: "/tmp/matplotlib",
      },
    }),
  ).catch((error: unknown) => {
    console.warn(error);
    return null;
  });
  return pyodide && preparePython(pyodide, send);
}

function preparePython(pyodide: PyodideAPI, send: Send): LoadedPython {
  const { FS } = pyodide;
  pyodide.setStdin({ stdin: () => null });
  const scope = pyodide.runPython("{}");
  pyodide.runPython(runnerSource, { globals: scope, filename: "<runner>" });
  const runCell = scope.get("run_cell");

  return {
    writeFile: (name, bytes) => FS.writeFile(`${folder}/${name}`, new Uint8Array(bytes)),
    async run(id, code) {
      const output = createOutput((stream, text) => send({ type: "output", id, stream, text }));
      pyodide.setStdout({ write: output.createWriter("stdout") });
      pyodide.setStderr({ write: output.createWriter("stderr") });
      await withFiles({}, send, () => loadPackages(pyodide, code, output.writeNote));
      send({ type: "running", id });
      const { value, error, files } = JSON.parse(await runCell(code, pythonLimits.files, pythonLimits.fileBytes));
      output.end();
      const readFile = ({ name, path }: { name: string; path: string }) => ({
        name: name.slice(-pythonLimits.fileNameLength),
        bytes: FS.readFile(path).buffer,
      });
      return {
        type: "result",
        id,
        value: cut(value, pythonLimits.valueLength),
        error: cut(error, pythonLimits.errorLength),
        files: files.map(readFile),
      };
    },
  };
}

/** Packages that pandas imports for some of its functions. Code need not name them. */
const impliedPackages: readonly (readonly [RegExp, string])[] = [
  [/\b(?:read|to)_excel\b/, "openpyxl"],
  [/\bread_html\b/, "lxml"],
  [/\b(?:read|to)_parquet\b/, "pyarrow"],
  [/\bpandas\b[\s\S]*\.(?:plot|hist|boxplot)\b/, "matplotlib"],
];

/** Loads the packages that the code imports, as far as the server has them. */
async function loadPackages(pyodide: PyodideAPI, code: string, writeNote: (text: string) => void): Promise<void> {
  const options = { messageCallback: () => {}, errorCallback: (message: string) => writeNote(`${message}\n`) };
  const implied = impliedPackages.filter(([pattern]) => pattern.test(code)).map(([, name]) => `import ${name}`);
  await pyodide
    .loadPackagesFromImports([code, ...implied].join("\n"), options)
    .catch((error: unknown) => writeNote(`${String(error)}\n`));
}

const cut = (text: string | null, maxLength: number) =>
  text !== null && text.length > maxLength ? `${text.slice(0, maxLength - 2)} …` : text;
