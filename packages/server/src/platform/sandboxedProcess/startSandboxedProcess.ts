import { type ChildProcess, fork } from "node:child_process";
import { join, resolve, sep } from "node:path";
import { repositoryRoot } from "./repositoryRoot.ts";

export interface SandboxPermissions {
  /** The working folder, the only folder that the process can write to. */
  folder: string;
  /** Other files that the process can read. */
  readablePaths: readonly string[];
  /** Determines the limit of the JavaScript heap; the program's own watchdog enforces the total. */
  memoryBytes: number;
  /** True: the program loads its libraries before it has its task. */
  isWarm?: boolean;
}

/** Share of the memory limit that the JavaScript heap can use. */
const heapShare = 0.7;
const megabyte = 1_048_576;

/**
 * Starts one of our programs to process input that may be hostile: with an empty environment, write access to `folder`,
 * read access to the necessary files only, and no right to start processes.
 */
export function startSandboxedProcess(
  program: string,
  { folder, readablePaths, memoryBytes, isWarm = false }: SandboxPermissions,
): ChildProcess {
  // The program must be able to read the packages and their dependencies.
  const codePaths = ["packages", "node_modules"].map((name) => `${repositoryRoot}${name}${sep}*`);
  const ownFolder = resolve(folder);
  const allReadablePaths = [
    ...codePaths,
    ownFolder,
    ...readablePaths.map((path) => resolve(path)),
    join(ownFolder, "*"),
  ];
  return fork(program, isWarm ? ["warm"] : [], {
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
      // SQLite would open files without checking the permissions.
      "--no-experimental-sqlite",
      ...allReadablePaths.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${join(ownFolder, "*")}`,
    ],
  });
}
