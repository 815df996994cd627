import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

export interface CpuMs {
  /** All threads of the process. */
  all: number;
  /** The main thread. */
  main: number;
  /** The worker threads: in the server, the embedded database. */
  workers: number;
}

/** Returns the CPU time of a process's threads so far, in ms. Linux only; /proc has it in nanoseconds. */
export function readCpu(pid: number): CpuMs {
  const cpu: CpuMs = { all: 0, main: 0, workers: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const ms = Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    const name = readFileSync(`${folder}/comm`, "utf8").trim();
    cpu.all += ms;
    if (Number(thread) === pid) cpu.main += ms;
    else if (name === "WorkerThread") cpu.workers += ms;
  }
  return cpu;
}

export function subtractCpu(before: CpuMs, after: CpuMs): CpuMs {
  return {
    all: after.all - before.all,
    main: after.main - before.main,
    workers: after.workers - before.workers,
  };
}

/** Returns the resident memory of a process, in bytes. */
export function readRss(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) * 1024;
}

/**
 * Returns the CPU time so far, in ms, of all running descendant processes with this name, for example of a PostgreSQL
 * server that we started.
 */
export function readDescendantCpu(name: string): number {
  const parentPids = new Map<number, number>();
  const pids: number[] = [];
  for (const entry of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    try {
      const [, comm = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8")) ?? [];
      parentPids.set(entry, Number(rest.split(" ")[1]));
      if (comm === name) pids.push(entry);
    } catch {
      // The process has exited meanwhile.
    }
  }
  const isDescendant = (pid: number): boolean => {
    const parent = parentPids.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isDescendant(parent));
  };
  return pids.filter(isDescendant).reduce((sum, pid) => sum + readCpu(pid).all, 0);
}

/** Samples a process's resident memory until the returned function is called, which returns the maximum in bytes. */
export function watchRss(pid: number): () => Promise<number> {
  let max = 0;
  let isStopped = false;
  const samplingLoop = (async () => {
    while (!isStopped) {
      max = Math.max(max, readRss(pid));
      await setTimeout(250);
    }
  })();
  return async () => {
    isStopped = true;
    await samplingLoop;
    return max;
  };
}
