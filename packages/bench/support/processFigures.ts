import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

export interface CpuMs {
  /** The whole process. */
  all: number;
  /** Its JavaScript main thread. */
  main: number;
  /** Its worker threads: in the server, the embedded database. */
  workers: number;
}

/** CPU time that a process's threads have used, in ms. Linux only: read from /proc, to the nanosecond. */
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

export function cpuBetween(before: CpuMs, after: CpuMs): CpuMs {
  return {
    all: after.all - before.all,
    main: after.main - before.main,
    workers: after.workers - before.workers,
  };
}

/** Resident memory of a process, in bytes. */
export function readRss(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) * 1024;
}

/** CPU time in ms of the processes of this name below this one, as of a PostgreSQL server that we started. */
export function readCpuBelow(name: string): number {
  const parents = new Map<number, number>();
  const named: number[] = [];
  for (const entry of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    try {
      const [, comm = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8")) ?? [];
      parents.set(entry, Number(rest.split(" ")[1]));
      if (comm === name) named.push(entry);
    } catch {
      // It has ended since.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isBelow(parent));
  };
  return named.filter(isBelow).reduce((sum, pid) => sum + readCpu(pid).all, 0);
}

/** Watches a process's resident memory until it is told to stop; then gives the most that it saw, in bytes. */
export function watchRss(pid: number): () => Promise<number> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, readRss(pid));
      await setTimeout(250);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return most;
  };
}
