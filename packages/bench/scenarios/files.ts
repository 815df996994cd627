import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beginUpload, deleteFile, downloadFile } from "@lectern/contract";
import { type ApiClient, createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { measureReady } from "../support/measureReady.ts";
import { readRss, watchRss } from "../support/processFigures.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";

const bareServerPath = fileURLToPath(new URL("../support/bareFileServer.ts", import.meta.url));
const megabyte = 1_000_000;
const mebibyte = 2 ** 20;
const largeFileBytes = 200 * megabyte;
const uploadLoads = [
  { bytes: megabyte, concurrency: 1, count: 40 },
  { bytes: megabyte, concurrency: 8, count: 160 },
  { bytes: largeFileBytes, concurrency: 1, count: 2 },
  { bytes: largeFileBytes, concurrency: 8, count: 8 },
];
/** Time after the start in which the server can collect garbage. */
const settleMs = 3_000;

/** A small document should be ready within a second on an idle machine. */
const readyAim = { atMost: 1_000 };

/** A server to which files are uploaded and from which they are downloaded. */
interface Target {
  pid: number;
  /**
   * Prepares the upload of a file of this size. `download` returns the URL of the uploaded file; `remove` deletes it.
   */
  prepare(bytes: number): Promise<{ upload: URL; download(): Promise<URL>; remove(): Promise<void> }>;
}

/** Measures upload throughput, how long small documents take to be ready, and a server's memory while a large file is uploaded and downloaded. */
export const files: Scenario = async (resources, progress) => {
  const ours = await startOurs(resources);
  const floor = await startFloor(resources);
  const figures: Figure[] = [];
  for (const load of uploadLoads) {
    const variant = `${load.bytes / megabyte} MB, ${load.concurrency === 1 ? "one at a time" : `${load.concurrency} at once`}`;
    progress(`upload, ${variant}`);
    figures.push({
      name: "upload throughput",
      variant,
      unit: "MB/s",
      ours: await measureThroughput(ours, load),
      floor: await measureThroughput(floor, load),
    });
  }
  progress("small documents");
  const fresh = await startOurs(resources);
  figures.push(...toReadyFigures(await measureReady(fresh.api, fresh.url)));
  progress("memory");
  // Start new servers, because memory that earlier uploads have allocated would hide the cost of one file.
  figures.push(
    ...toMemoryFigures(
      await measureMemory(await startOurs(resources)),
      await measureMemory(await startFloor(resources)),
    ),
  );
  return {
    scenario: "files",
    floor: "a bare `node:http` server that pipes the body into a file, and back",
    figures,
    notes: [
      "Embedded database, files on the disk. Ours also signs, looks up, hashes (SHA-256), counts and flushes each " +
        "file to the disk before it answers; the floor does not flush.",
      "All small files have the same text, which is extracted once, during the first uploads. The large files are " +
        "named as images but are none; the failing extraction of each, in its own process, is part of the measurement.",
      "Memory: the maximum resident memory during the upload and the download of one file of 200 MB, as a multiple " +
        "of the same process when idle.",
    ],
  };
};

function toReadyFigures(results: readonly { name: string; milliseconds: number }[]): Figure[] {
  return results.map(({ name, milliseconds }) => ({
    name: "ready after its upload",
    variant: name,
    unit: "ms",
    ours: milliseconds,
    floor: null,
    aim: readyAim,
  }));
}

async function startOurs(resources: Resources): Promise<Target & { api: ApiClient; url: string }> {
  const lectern = await resources.use(startLectern({ STORAGE_PER_PERSON_MB: "100000" }), (started) => started.close());
  const { accessToken } = await signInByHttp(lectern.url, "bench@example.org");
  const api: ApiClient = createApiClient(lectern.url, accessToken);
  return {
    api,
    url: lectern.url,
    pid: lectern.pid(),
    async prepare(size) {
      const { url, key } = await api.call(beginUpload, { ...getNameAndType(size), size });
      return {
        upload: new URL(url, lectern.url),
        download: async () => new URL((await api.call(downloadFile, { key })).downloadUrl, lectern.url),
        remove: async () => void (await api.call(deleteFile, { key })),
      };
    },
  };
}

async function startFloor(resources: Resources): Promise<Target> {
  const folder = await resources.use(mkdtemp(`${tmpdir()}/lectern-bench-`), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const server = await resources.use(
    startNode({ file: bareServerPath, args: [folder], until: /answering at (\S+)/ }),
    (started) => started.stop(),
  );
  let count = 0;
  return {
    pid: server.pid,
    async prepare() {
      count += 1;
      const name = `file${count}`;
      const url = new URL(name, server.match);
      return { upload: url, download: async () => url, remove: () => rm(`${folder}/${name}`) };
    },
  };
}

/** Returns the throughput in MB/s. Does not include the requests for the upload URLs. */
async function measureThroughput(
  target: Target,
  { bytes, concurrency, count }: (typeof uploadLoads)[number],
): Promise<number> {
  const uploads = [];
  for (let n = 0; n < count; n++) uploads.push(await target.prepare(bytes));
  const pendingUploads = [...uploads];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = pendingUploads.pop(); next; next = pendingUploads.pop()) await send(next.upload, bytes);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { remove } of uploads) await remove();
  return (bytes * count) / megabyte / seconds;
}

const chunk = Buffer.alloc(65_536, "One line of a plain text that is read once.\n");

/**
 * Small files all contain the same text, which is extracted only once. Large files contain text but are named as
 * images.
 */
const getNameAndType = (bytes: number) =>
  bytes === largeFileBytes ? { name: "bench.png", type: "image/png" } : { name: "bench.txt", type: "text/plain" };

async function send(url: URL, bytes: number): Promise<void> {
  let remainingBytes = bytes;
  const body = new Readable({
    read() {
      const part = remainingBytes >= chunk.byteLength ? chunk : chunk.subarray(0, remainingBytes);
      remainingBytes -= part.byteLength;
      this.push(part.byteLength === 0 ? null : part);
    },
  });
  const headers = { "content-type": getNameAndType(bytes).type, "content-length": bytes };
  const put = request(url, { method: "PUT", headers });
  const statusPromise = new Promise<number>((resolve, reject) => {
    put.once("error", reject);
    put.once("response", (response) => response.resume().once("end", () => resolve(response.statusCode ?? 0)));
  });
  await pipeline(body, put);
  const status = await statusPromise;
  if (status !== 200) throw new Error(`an upload failed with status ${status}`);
}

async function fetchWholeFile(url: URL): Promise<void> {
  const response = await fetch(url);
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.byteLength;
  if (bytes !== largeFileBytes) throw new Error(`the download had ${bytes} bytes`);
}

interface Memory {
  idle: number;
  up: number;
  down: number;
}

async function measureMemory(target: Target): Promise<Memory> {
  const file = await target.prepare(largeFileBytes);
  await setTimeout(settleMs);
  const idle = readRss(target.pid);
  const up = await measureMaxRss(target.pid, () => send(file.upload, largeFileBytes));
  const url = await file.download();
  const down = await measureMaxRss(target.pid, () => fetchWholeFile(url));
  await file.remove();
  return { idle, up, down };
}

async function measureMaxRss(pid: number, work: () => Promise<void>): Promise<number> {
  const stopWatching = watchRss(pid);
  await work();
  return stopWatching();
}

function toMemoryFigures(ours: Memory, floor: Memory): Figure[] {
  const toResidentFigure = (variant: string, phase: keyof Memory): Figure => ({
    name: "resident memory",
    variant,
    unit: "MiB",
    ours: ours[phase] / mebibyte,
    floor: floor[phase] / mebibyte,
  });
  const toTimesIdleFigure = (variant: string, phase: keyof Memory): Figure => ({
    name: "resident memory, times idle",
    variant,
    unit: "",
    ours: ours[phase] / ours.idle,
    floor: floor[phase] / floor.idle,
    // A server that buffers the whole file would need 200 MB more.
    aim: { atMost: 1.3 },
  });
  return [
    toResidentFigure("idle", "idle"),
    toResidentFigure("200 MB going up", "up"),
    toResidentFigure("200 MB coming down", "down"),
    toTimesIdleFigure("200 MB going up", "up"),
    toTimesIdleFigure("200 MB coming down", "down"),
  ];
}
