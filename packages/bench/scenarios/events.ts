import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { browserEventsPath, clientHeader, createConversation, updateConversation } from "@lectern/contract";
import { createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { median } from "../support/percentile.ts";
import { readCpu, readRss } from "../support/processFigures.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";

const browserCount = Number(process.env.EVENT_BROWSERS ?? 1_000);
const idleMs = 20_000;
const changeCount = 100;
const bareEventServerPath = fileURLToPath(new URL("../support/bareEventServer.ts", import.meta.url));
const reportMemoryUrl = new URL("../support/reportMemory.ts", import.meta.url);
const environment = { NODE_OPTIONS: `--import=${reportMemoryUrl}` };

interface MeasuredServer {
  url: string;
  pid: number;
  output(): string;
}

/** Measures what idle browsers cost: each person has one, which holds a stream of events open and receives nothing. */
export const events: Scenario = async (resources, progress) => {
  const bare = await resources.use(
    startNode({ file: bareEventServerPath, until: /at (http\S+)/, environment }),
    (started) => started.stop(),
  );
  progress("the bare server");
  const floor = await measureIdle(resources, { url: bare.match, pid: bare.pid, output: bare.output }, () => ({}));

  const lectern = await resources.use(
    startLectern({ ...environment, SIGN_IN_REQUESTS_PER_MINUTE: "100000" }),
    (running) => running.close(),
  );
  progress(`signing in ${browserCount} people`);
  const people: HttpPerson[] = [];
  for (let number = 0; number < browserCount; number++) {
    people.push(await signInByHttp(lectern.url, `idle${number}@example.org`));
  }
  const target = {
    url: lectern.url.replace("//localhost:", "//127.0.0.1:"),
    pid: lectern.pid(),
    output: lectern.output,
  };
  const { host } = new URL(lectern.url);
  await setTimeout(5_000); // the server has released the memory of its start
  progress("our server");
  const ours = await measureIdle(resources, target, (index) => ({
    host,
    cookie: people[index]?.cookie ?? "",
    [clientHeader.name]: clientHeader.value,
  }));
  progress("changes");
  const [first] = ours.streams;
  const arrivalsMs = first && people[0] ? await measureArrivals(lectern.url, people[0], first) : [];

  const variant = `${browserCount} people, PGlite`;
  const perBrowser = (name: string, key: "held" | "rss", aim?: Figure["aim"]): Figure => ({
    ...{ name, variant, unit: "kB", ours: ours[key] / 1_000, floor: floor[key] / 1_000 },
    ...(aim ? { aim } : {}),
  });
  return {
    scenario: "events",
    floor: "a `node:http` server that holds the same streams open",
    figures: [
      perBrowser("memory held a browser", "held", { atMost: 30 }),
      perBrowser("resident memory a browser", "rss"),
      { name: "CPU while all are idle", variant, unit: "%", ours: ours.cpuPercent, floor: floor.cpuPercent },
      { name: "rename to its event, p50", variant, unit: "ms", ours: median(arrivalsMs), floor: null },
    ],
    notes: [
      "Memory is read after a garbage collection, before the streams are opened and while they are idle.",
      "The CPU includes the check of all sessions every two seconds, and the thread of the embedded database.",
      "An event waits up to 50 ms for others about the same object.",
    ],
  };
};

async function measureIdle(
  resources: Resources,
  server: MeasuredServer,
  headersOf: (index: number) => Record<string, string>,
) {
  const heldBefore = await readHeldMemory(server);
  const rssBefore = readRss(server.pid);
  const streams: IncomingMessage[] = [];
  for (let index = 0; index < browserCount; index++) {
    const stream = await resources.use(openStream(server.url, headersOf(index)), async (opened) => {
      opened.destroy();
    });
    streams.push(stream.resume());
  }
  await setTimeout(2_000);
  const held = (await readHeldMemory(server)) - heldBefore;
  const rss = readRss(server.pid) - rssBefore;
  const cpuBefore = readCpu(server.pid).all;
  await setTimeout(idleMs);
  const cpuPercent = ((readCpu(server.pid).all - cpuBefore) / idleMs) * 100;
  return { held: held / browserCount, rss: rss / browserCount, cpuPercent, streams };
}

function openStream(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}${browserEventsPath}`, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`the stream was answered with ${response.statusCode}`));
    }).once("error", reject);
  });
}

/** Returns the times from the response to a rename until its event arrives. */
async function measureArrivals(url: string, person: HttpPerson, stream: IncomingMessage): Promise<number[]> {
  const api = createApiClient(url, person.accessToken);
  const times: number[] = [];
  await api.call(createConversation, { conversation: { id: "measured" } });
  await once(stream, "data");
  for (let change = 0; change < changeCount; change++) {
    const arrival = waitForEvent(stream);
    const startedAt = performance.now();
    await api.call(updateConversation, { conversationId: "measured", changes: { name: `Name ${change}` } });
    await arrival;
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function waitForEvent(stream: IncomingMessage): Promise<void> {
  for (;;) {
    const [part] = await once(stream, "data");
    if (String(part).includes('"measured"')) return;
  }
}

/** Returns the memory used by the main thread after a garbage collection, in bytes; needs `reportMemory`. */
async function readHeldMemory({ pid, output }: MeasuredServer): Promise<number> {
  const seenLength = output().length;
  process.kill(pid, "SIGUSR2");
  for (;;) {
    const heldBytes = /\[held (\d+)\]/.exec(output().slice(seenLength))?.[1];
    if (heldBytes !== undefined) return Number(heldBytes);
    await setTimeout(20);
  }
}
