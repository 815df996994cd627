export type PythonState = "loading" | "packages" | "running";
export type OutputStream = "stdout" | "stderr";

export interface PythonFile {
  /** A file name without a path. */
  name: string;
  /** The media type, by the name's extension. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * How a run ended. `failed`: with an exception; `timeout` and `stopped`: the interpreter was ended, with its variables and
 * files; `crashed`: it ended by itself, for example for lack of memory; `unavailable`: Python could not be loaded.
 */
export type PythonStatus = "done" | "failed" | "timeout" | "stopped" | "crashed" | "unavailable";

export interface PythonResult {
  status: PythonStatus;
  stdout: string;
  stderr: string;
  /** `repr` of the last expression; null if the code ends with a statement, or with an expression that is None. */
  value: string | null;
  /** The traceback; null unless `failed`. */
  error: string | null;
  /** Files in the working folder that are new or have changed since the last run, sorted by name. */
  files: PythonFile[];
}

export interface PythonRunOptions {
  signal: AbortSignal;
  /** The time limit of the code itself. Loading Python and packages has its own. */
  timeoutMs: number;
  onProgress?: (state: PythonState) => void;
  onOutput?: (stream: OutputStream, text: string) => void;
}

/**
 * A Python interpreter in the browser. It starts with the first run. Variables and files remain until it is closed, or
 * ended by a time limit or a stop; the next run then starts a new one, with a new id.
 */
export interface PythonInterpreter {
  readonly id: string;
  /** Writes a file into the working folder, before the next run. Throws if it is too large. */
  writeFile(name: string, bytes: Uint8Array): Promise<void>;
  /** Runs code after the runs before it. Never rejects. */
  run(code: string, options: PythonRunOptions): Promise<PythonResult>;
  /** Ends the interpreter and what it runs. */
  close(): void;
}
