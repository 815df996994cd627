import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beginUpload, deleteFile, downloadFile } from "@lectern/contract";
import { type ApiClient, createApiClient } from "../../e2e/support/createApiClient.ts";
import { signInByHttp } from "../../e2e/support/signInByHttp.ts";
import { startLectern } from "../../e2e/support/startLectern.ts";
import type { Figure } from "../report.ts";
import { readRss, watchRss } from "../support/processFigures.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";

const bareServer = fileURLToPath(new URL("../support/bareFileServer.ts", import.meta.url));
const megabyte = 1_000_000;
const mebibyte = 2 ** 20;
const large = 200 * megabyte;
/** How large, how many at once, and how many in all. */
const loads = [
  { bytes: megabyte, atOnce: 1, count: 40 },
  { bytes: megabyte, atOnce: 8, count: 160 },
  { bytes: large, atOnce: 1, count: 2 },
  { bytes: large, atOnce: 8, count: 8 },
];
/** What a start leaves behind is collected by then. */
const settleMs = 3_000;

/** A server to which files are sent and from which they are fetched. */
interface Target {
  pid: number;
  /** Where the next file of that size goes. */
  place(bytes: number): Promise<{ upload: URL; download(): Promise<URL>; remove(): Promise<void> }>;
}

/** How fast files go up, and what a server needs while a large one goes up and comes down. */
export const files: Scenario = async (resources, progress) => {
  const ours = await startOurs(resources);
  const floor = await startFloor(resources);
  const figures: Figure[] = [];
  for (const load of loads) {
    const variant = `${load.bytes / megabyte} MB, ${load.atOnce === 1 ? "one at a time" : `${load.atOnce} at once`}`;
    progress(`upload, ${variant}`);
    figures.push({
      name: "upload throughput",
      variant,
      unit: "MB/s",
      ours: await throughput(ours, load),
      floor: await throughput(floor, load),
    });
  }
  progress("memory");
  // A fresh server: what the uploads before have grown would hide what one file takes.
  figures.push(...memoryFigures(await memory(await startOurs(resources)), await memory(await startFloor(resources))));
  return {
    scenario: "files",
    floor: "a bare `node:http` server that pipes the body into a file, and back",
    figures,
    notes: [
      "Embedded database, files on the disk. Ours also signs, looks up, hashes (SHA-256), counts and flushes each file to the disk before it answers; the floor does not flush.",
      "Small files are one text, whose passages are made once, while the first ones are measured. Large ones are called pictures and are none: that reading them fails, each in a process of its own, is part of the measurement.",
      "Memory: the most that is resident while one file of 200 MB goes up, and while it comes down, as multiples of the same process idle before.",
    ],
  };
};

async function startOurs(resources: Resources): Promise<Target> {
  const lectern = await resources.use(startLectern({ STORAGE_PER_PERSON_MB: "100000" }), (started) => started.close());
  const { accessToken } = await signInByHttp(lectern.url, "bench@example.org");
  const api: ApiClient = createApiClient(lectern.url, accessToken);
  return {
    pid: lectern.pid(),
    async place(size) {
      const { url, key } = await api.call(beginUpload, { ...kindOf(size), size });
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
    startNode({ file: bareServer, args: [folder], until: /answering at (\S+)/ }),
    (started) => started.stop(),
  );
  let count = 0;
  return {
    pid: server.pid,
    async place() {
      count += 1;
      const name = `file${count}`;
      const url = new URL(name, server.found);
      return { upload: url, download: async () => url, remove: () => rm(`${folder}/${name}`) };
    },
  };
}

/** In MB/s. The addresses are asked for before. */
async function throughput(target: Target, { bytes, atOnce, count }: (typeof loads)[number]): Promise<number> {
  const places = [];
  for (let n = 0; n < count; n++) places.push(await target.place(bytes));
  const waiting = [...places];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let place = waiting.pop(); place; place = waiting.pop()) await send(place.upload, bytes);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const place of places) await place.remove();
  return (bytes * count) / megabyte / seconds;
}

const chunk = Buffer.alloc(65_536, "One line of a plain text that is read once.\n");

/** A small file is a text that is read the first time and known from then on; a large one is called a picture, and is none. */
const kindOf = (bytes: number) =>
  bytes === large ? { name: "bench.png", type: "image/png" } : { name: "bench.txt", type: "text/plain" };

async function send(url: URL, bytes: number): Promise<void> {
  let left = bytes;
  const body = new Readable({
    read() {
      const part = left >= chunk.byteLength ? chunk : chunk.subarray(0, left);
      left -= part.byteLength;
      this.push(part.byteLength === 0 ? null : part);
    },
  });
  const headers = { "content-type": kindOf(bytes).type, "content-length": bytes };
  const asked = request(url, { method: "PUT", headers });
  const answered = new Promise<number>((resolve, reject) => {
    asked.once("error", reject);
    asked.once("response", (response) => response.resume().once("end", () => resolve(response.statusCode ?? 0)));
  });
  await pipeline(body, asked);
  const status = await answered;
  if (status !== 200) throw new Error(`an upload was answered ${status}`);
}

async function fetchWhole(url: URL): Promise<void> {
  const reply = await fetch(url);
  let bytes = 0;
  for await (const part of reply.body ?? []) bytes += part.byteLength;
  if (bytes !== large) throw new Error(`${bytes} bytes came back`);
}

interface Memory {
  idle: number;
  up: number;
  down: number;
}

async function memory(target: Target): Promise<Memory> {
  const place = await target.place(large);
  await setTimeout(settleMs);
  const idle = readRss(target.pid);
  const up = await during(target.pid, () => send(place.upload, large));
  const url = await place.download();
  const down = await during(target.pid, () => fetchWhole(url));
  await place.remove();
  return { idle, up, down };
}

async function during(pid: number, work: () => Promise<void>): Promise<number> {
  const stop = watchRss(pid);
  await work();
  return stop();
}

function memoryFigures(ours: Memory, floor: Memory): Figure[] {
  const resident = (variant: string, of: keyof Memory): Figure => ({
    name: "resident memory",
    variant,
    unit: "MiB",
    ours: ours[of] / mebibyte,
    floor: floor[of] / mebibyte,
  });
  const timesIdle = (variant: string, of: keyof Memory): Figure => ({
    name: "resident memory, times idle",
    variant,
    unit: "",
    ours: ours[of] / ours.idle,
    floor: floor[of] / floor.idle,
    // Were it held whole, 200 MB would come on top of it.
    aim: { atMost: 1.3 },
  });
  return [
    resident("idle", "idle"),
    resident("200 MB going up", "up"),
    resident("200 MB coming down", "down"),
    timesIdle("200 MB going up", "up"),
    timesIdle("200 MB coming down", "down"),
  ];
}
