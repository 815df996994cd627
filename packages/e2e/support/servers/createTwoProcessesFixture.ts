import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatRequestInput } from "@lectern/contract";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openPostgres } from "../../../server/src/platform/db/openPostgres.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import type { ChatStream } from "../content/chatStream.ts";
import { startTwoProcesses, type TwoProcesses } from "./startTwoProcesses.ts";

type Options = NonNullable<ChatRequestInput["options"]>;

/** The options of a question in a new cloud conversation. */
export const buildCloudOptions = (): Options => ({ storage: "cloud", parentId: null, replyId: randomUUID() });

/** Two server processes for the tests of a file. A process that a test has ended is started again after it. */
export function createTwoProcessesFixture() {
  let started: { processes: TwoProcesses; dataDir: string } | undefined;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "lectern-e2e-"));
    const environment = { DATA_DIR: dataDir, SHUTDOWN_DELAY_SECONDS: "3", SHUTDOWN_GRACE_SECONDS: "8" };
    started = { dataDir, processes: await startTwoProcesses(environment) };
  });
  afterAll(() => started?.processes.close());
  afterEach(async () => {
    const { models, first, second } = getStarted().processes;
    models.reset();
    for (const { lectern } of [first, second]) {
      if (lectern.process().hasEnded()) await lectern.restart();
    }
  });

  const getStarted = () => {
    if (!started) throw new Error("the processes start before the first test");
    return started;
  };
  const buildRequest = (content: string, more: Omit<Options, "requestId"> = {}) => {
    const options = { ...more, requestId: randomUUID(), conversationId: randomUUID() };
    return { model: getStarted().processes.modelId, messages: [{ role: "user" as const, content }], options };
  };
  return {
    get processes() {
      return getStarted().processes;
    },
    get dataDir() {
      return getStarted().dataDir;
    },
    buildRequest,
    /** Asks the first process, and returns once 20 words of the answer have arrived and the model is paused. */
    async beginAnswer(storage: "local" | "cloud") {
      const { first, models } = getStarted().processes;
      const body = buildRequest("Tell me [[tokens: 80]]", storage === "cloud" ? buildCloudOptions() : {});
      models.pauseAfter(20);
      const stream = await first.api.ask(body);
      await stream.readUntil(({ content }) => content === generateWords(20));
      return { stream, body, requestId: body.options.requestId };
    },
    /** Reads an answer on the second process, up to its 20th word. */
    async readOnSecond(requestId: string): Promise<ChatStream> {
      const stream = await getStarted().processes.second.api.follow(requestId);
      await stream.readUntil(({ content }) => content === generateWords(20));
      return stream;
    },
    /** The requests to the chat model, without those for titles. */
    listChats: () =>
      getStarted()
        .processes.models.chats()
        .filter(({ body }) => !/small/.test(body?.model ?? "")),
    async listUsageRows(requestId: string) {
      const db = await openPostgres(getStarted().processes.databaseUrl, createLog("silent"));
      const rows = await db
        .selectFrom("usage")
        .select(["outcome", "output_tokens"])
        .where("request_id", "=", requestId)
        .where("purpose", "=", "chat")
        .execute();
      await db.destroy();
      return rows;
    },
  };
}
