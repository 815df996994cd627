import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { signInByHttp } from "../../../e2e/support/content/signInByHttp.ts";
import { type RunningLectern, startLectern } from "../../../e2e/support/servers/startLectern.ts";
import { startPostgres } from "../../../server/src/testing/startPostgres.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { containerOptions } from "../../support/containerOptions.ts";
import { readCpu, readRss } from "../../support/processFigures.ts";
import type { Resources } from "../../support/resources.ts";
import { type Clients, startClients } from "../../support/startClients.ts";
import { type NodeProcess, startNode } from "../../support/startNode.ts";

export type DatabaseName = "PGlite" | "PostgreSQL";
export type Storage = "local" | "cloud";

/** A process that forwards chats to the model server. `output` is all that it has printed. */
export interface MeasuredProcess {
  pid: number;
  output(): string;
}

/** The scripted model server and two paths to it, the bare pipe and our server, each in its own process. */
export interface Relay {
  database: DatabaseName;
  clients: Clients;
  /** The model server itself. */
  direct: ChatTarget;
  pipe: ChatTarget;
  /**
   * Returns our server as a target for chats of this number of people (default: 1), with new access tokens that are
   * valid for ten minutes.
   */
  lectern(storage: Storage, peopleCount?: number): Promise<ChatTarget>;
  /** Returns the OpenAI-compatible API of our server as a target, with a new access token. */
  lecternOpenAi(): Promise<ChatTarget>;
  pipeProcess: MeasuredProcess;
  lecternProcess: MeasuredProcess;
  /** Resident memory of our server in bytes, just after it had created its database. It was restarted afterwards. */
  firstStartRss: number;
  /**
   * Waits until our server is idle: after an answer, it still writes the usage, the title and the end of the answer.
   */
  settle(): Promise<void>;
}

const modelServerPath = fileURLToPath(new URL("../../../server/src/testing/modelServer/main.ts", import.meta.url));
const barePipePath = fileURLToPath(new URL("../../support/barePipe.ts", import.meta.url));
const reportMemoryUrl = new URL("../../support/reportMemory.ts", import.meta.url);
const environment = { NODE_OPTIONS: `--import=${reportMemoryUrl}` };
const lecternEnvironment = {
  ...containerOptions.environment,
  NODE_OPTIONS: [...containerOptions.nodeOptions, environment.NODE_OPTIONS].join(" "),
};

export async function startRelay(resources: Resources, database: DatabaseName): Promise<Relay> {
  const stop = (child: NodeProcess) => child.stop();
  const models = await resources.use(
    startNode({ file: modelServerPath, args: ["0"], until: /at (http\S+)\/v1/ }),
    stop,
  );
  const pipe = await resources.use(
    startNode({ file: barePipePath, args: [models.match], until: /at (http\S+)/, environment }),
    stop,
  );
  const lectern = await resources.use(
    startLectern({
      ...lecternEnvironment,
      ...(database === "PostgreSQL" ? await startPostgresEnvironment(resources) : {}),
      OPENAI_COMPATIBLE_URL: `${models.match}/v1`,
    }),
    (running: RunningLectern) => running.close(),
  );
  await settleAfterStart(lectern.pid());
  const firstStartRss = readRss(lectern.pid());
  await lectern.stop();
  await lectern.restart(); // a normal start, with an existing folder and a migrated database
  await settleAfterStart(lectern.pid());
  const clients = await resources.use(startClients(), (started) => started.stop());
  const people = [await signInByHttp(lectern.url, "measured@example.org")];
  /** Signs in the person with this number, or renews their access token. */
  const getAccessToken = async (number: number): Promise<string> => {
    const person = people[number];
    people[number] = person ? await person.renew() : await signInByHttp(lectern.url, `measured${number}@example.org`);
    return people[number].accessToken;
  };
  // The IP address, so that clients make no name lookups.
  const url = lectern.url.replace("//localhost:", "//127.0.0.1:");
  return {
    database,
    clients,
    direct: { wire: "openai", url: models.match },
    pipe: { wire: "openai", url: pipe.match },
    async lectern(storage, peopleCount = 1) {
      const accessTokens: [string, ...string[]] = [await getAccessToken(0)];
      for (let number = 1; number < peopleCount; number++) accessTokens.push(await getAccessToken(number));
      return { wire: "lectern", url, accessTokens, storage };
    },
    lecternOpenAi: async () => ({ wire: "openai", url, accessToken: await getAccessToken(0) }),
    pipeProcess: pipe,
    lecternProcess: { pid: lectern.pid(), output: lectern.output },
    firstStartRss,
    settle: () => waitUntilIdle(lectern.pid()),
  };
}

async function startPostgresEnvironment(resources: Resources): Promise<Record<string, string>> {
  const postgres = await resources.use(startPostgres(), (started) => started.stop());
  return { DATABASE_URL: postgres.url("postgres"), SECRET_KEY: randomBytes(32).toString("hex") };
}

/** Longer than the server waits before it releases the memory of its start. */
const startSettlingMs = 5_000;

/** Waits until a process that has started has also done the work after its start. */
async function settleAfterStart(pid: number): Promise<void> {
  await setTimeout(startSettlingMs);
  await waitUntilIdle(pid);
}

const maxIdleCpuMs = 10;
const maxWaits = 100;

/** Waits until a process has used less than 10 ms of CPU time in 300 ms, for at most about 30 s. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let count = 0; count < maxWaits; count++) {
    const before = readCpu(pid).all;
    await setTimeout(300);
    if (readCpu(pid).all - before < maxIdleCpuMs) return;
  }
}
