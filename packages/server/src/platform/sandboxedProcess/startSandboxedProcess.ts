import { type ChildProcess, fork } from "node:child_process";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface SandboxPermissions {
  /** Its working folder: all that it may write to. */
  folder: string;
  /** Other files that it may read. */
  readable: readonly string[];
  /** A limit of JavaScript's heap is made from it; the program's own watchdog sees to the rest. */
  memoryBytes: number;
}

/** The packages and their dependencies: all that the program itself has to read. */
const repositoryRoot = fileURLToPath(new URL("../../../../../", import.meta.url));
/** Of the memory that a process may take, how much may be JavaScript's. */
const heapShare = 0.7;
const megabyte = 1_048_576;

/** Starts a program of ours on input that may be hostile: an empty environment, files readable only where it must, no child of its own. */
export function startSandboxedProcess(
  program: string,
  { folder, readable, memoryBytes }: SandboxPermissions,
): ChildProcess {
  const code = ["packages", "node_modules"].map((name) => `${repositoryRoot}${name}${sep}*`);
  const own = resolve(folder);
  const paths = [...code, own, ...readable.map((path) => resolve(path)), join(own, "*")];
  return fork(program, [], {
    env: {},
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [
      `--max-old-space-size=${Math.floor((memoryBytes * heapShare) / megabyte)}`,
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      "--permission",
      "--allow-worker",
      "--allow-addons",
      // Its databases are files that the permissions do not reach.
      "--no-experimental-sqlite",
      ...paths.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${join(own, "*")}`,
    ],
  });
}
