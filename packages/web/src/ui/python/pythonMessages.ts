import { limits } from "@lectern/contract/limits";

/** The frame posts this message to the page when it is ready to receive a port. */
export const pythonReadyMessage = "python-frame-ready";
/** The frame posts this message if its worker did not start. */
export const pythonFailedMessage = "python-worker-failed";

/** What the page posts to the frame, together with a port that the frame hands to its worker. */
export interface PythonStart {
  /** The source of the worker. */
  script: string;
}

/** An entry of Pyodide's lock file. */
export interface PythonPackage {
  name: string;
  version: string;
  file_name: string;
  install_dir: string;
  sha256: string;
  package_type: string;
  imports: string[];
  depends: string[];
  unvendored_tests: boolean;
}

/** Pyodide's lock file. `info`: which version of Pyodide the packages fit. */
export interface PythonLock {
  info: { arch: string; abi_version: string; platform: string; python: string };
  packages: Record<string, PythonPackage>;
}

/** A message from the page through the port. `file` answers `need`; its bytes are null if it could not be loaded. */
export type PythonRequest =
  | { type: "load"; wasm: ArrayBuffer; library: ArrayBuffer; lock: PythonLock }
  | { type: "file"; fileName: string; bytes: ArrayBuffer | null }
  | { type: "write"; name: string; bytes: ArrayBuffer }
  | { type: "run"; id: number; code: string };

/** A message from the worker through the port. `need`: the worker needs a file of a package. */
export type PythonReply =
  | { type: "loaded" }
  | { type: "unavailable" }
  | { type: "crashed" }
  | { type: "need"; fileName: string }
  | { type: "running"; id: number }
  | { type: "output"; id: number; stream: "stdout" | "stderr"; text: string }
  | {
      type: "result";
      id: number;
      value: string | null;
      error: string | null;
      files: { name: string; bytes: ArrayBuffer }[];
    };

export const pythonLimits = {
  /** Characters of stdout and stderr together. */
  outputLength: 1_000_000,
  valueLength: 100_000,
  errorLength: 100_000,
  fileNameLength: 200,
  /** Of one run. */
  files: limits.generatedFilesPerCall,
  fileBytes: limits.generatedFileBytes,
} as const;
