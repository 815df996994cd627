import type { Figure } from "../../report.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { median } from "../../support/percentile.ts";
import { readCpu, readDescendantCpu, subtractCpu, watchRss } from "../../support/processFigures.ts";
import type { MeasuredProcess, Relay, Storage } from "./startRelay.ts";

const streamCount = 100;
const answer = { tokens: 500, paceMs: 10 };
const rounds = 2;
const mebibyte = 2 ** 20;

interface CpuSample {
  /** CPU time in µs per token. `all` is the whole process, `main` its main thread, `workers` its worker threads. */
  all: number;
  main: number;
  workers: number;
  /** CPU time in µs per token of PostgreSQL's own processes; 0 without PostgreSQL. */
  postgres: number;
  /** Maximum resident memory, in bytes. */
  maxRss: number;
  bytesPerToken: number;
  /** The share of one core that the clients used; above 1 if they used more. */
  clientLoad: number;
}

/**
 * Measures the CPU time per token with 100 paced streams, from before the first request until the work after the last
 * answer is done.
 */
export async function measureCpu(relay: Relay, note: (line: string) => void): Promise<Figure[]> {
  const samples = { pipe: [] as CpuSample[], local: [] as CpuSample[], cloud: [] as CpuSample[] };
  for (let round = 0; round < rounds; round++) {
    samples.pipe.push(await measureSample(relay, relay.pipe, relay.pipeProcess));
    for (const storage of ["local", "cloud"] as const) {
      samples[storage].push(await measureSample(relay, await relay.lectern(storage), relay.lecternProcess));
    }
  }
  const medianOf = (path: "pipe" | Storage, part: keyof CpuSample) => median(samples[path].map((one) => one[part]));
  const highestClientLoad = Math.max(...Object.values(samples).flatMap((all) => all.map((one) => one.clientLoad)));
  note(`The clients used at most ${Math.round(highestClientLoad * 100)} % of one core.`);

  return (["local", "cloud"] as const).flatMap((storage): Figure[] => {
    const variant = `${storage}, ${relay.database}`;
    const floor = medianOf("pipe", "all");
    const buildCpuFigure = (name: string, ours: number): Figure => ({ name, variant, unit: "µs", ours, floor });
    const name = "CPU per token, 100 paced streams";
    return [
      { ...buildCpuFigure(name, medianOf(storage, "all")), aim: { atMostTimesFloor: 2 } },
      buildCpuFigure(`${name}: main thread`, medianOf(storage, "main")),
      relay.database === "PGlite"
        ? buildCpuFigure(`${name}: database thread`, medianOf(storage, "workers"))
        : buildCpuFigure(`${name}: beside it, PostgreSQL's own processes`, medianOf(storage, "postgres")),
      {
        name: "bytes per token on the wire",
        variant,
        unit: "bytes",
        ours: medianOf(storage, "bytesPerToken"),
        floor: medianOf("pipe", "bytesPerToken"),
      },
      {
        name: "resident memory at 100 streams, highest",
        variant,
        unit: "MiB",
        ours: medianOf(storage, "maxRss") / mebibyte,
        floor: medianOf("pipe", "maxRss") / mebibyte,
      },
    ];
  });
}

async function measureSample(relay: Relay, target: ChatTarget, { pid }: MeasuredProcess): Promise<CpuSample> {
  await relay.settle();
  const cpuBefore = readCpu(pid);
  const postgresBefore = readDescendantCpu("postgres");
  const stopWatching = watchRss(pid);
  const { streams: results, clientCpuMs, elapsedMs } = await relay.clients.run({ target, answer, streamCount });
  await relay.settle();
  const usedCpu = subtractCpu(cpuBefore, readCpu(pid));
  const tokens = streamCount * answer.tokens;
  const toPerToken = (ms: number) => (ms * 1000) / tokens;
  return {
    all: toPerToken(usedCpu.all),
    main: toPerToken(usedCpu.main),
    workers: toPerToken(usedCpu.workers),
    postgres: toPerToken(readDescendantCpu("postgres") - postgresBefore),
    maxRss: await stopWatching(),
    bytesPerToken: results.reduce((sum, { bytes }) => sum + bytes, 0) / tokens,
    clientLoad: clientCpuMs / elapsedMs,
  };
}

/** Measures one answer at full speed. */
export async function measureFullSpeed(relay: Relay): Promise<Figure[]> {
  const order = { answer: { tokens: 50_000, paceMs: 0 }, streamCount: 1 };
  const measureSpeed = async (target: ChatTarget) => {
    const durations: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { streams: results } = await relay.clients.run({ ...order, target });
      durations.push(results[0]?.totalMs ?? Number.NaN);
      await relay.settle();
    }
    return (order.answer.tokens * 1000) / median(durations);
  };
  const floor = await measureSpeed(relay.pipe);
  const figures: Figure[] = [];
  for (const storage of ["local", "cloud"] as const) {
    figures.push({
      name: "one answer of 50,000 tokens at full speed",
      variant: `${storage}, ${relay.database}`,
      unit: "tokens/s",
      ours: await measureSpeed(await relay.lectern(storage)),
      floor,
    });
  }
  return figures;
}
