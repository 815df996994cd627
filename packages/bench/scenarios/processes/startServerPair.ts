import { randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { getAvailableModels } from "@lectern/contract";
import { createApiClient } from "../../../e2e/support/content/createApiClient.ts";
import { signInByHttp } from "../../../e2e/support/content/signInByHttp.ts";
import { type RunningLectern, startLectern } from "../../../e2e/support/servers/startLectern.ts";
import { startPostgres } from "../../../server/src/testing/startPostgres.ts";
import type { Resources } from "../../support/resources.ts";
import { startNode } from "../../support/startNode.ts";
import { readTimedStream, type TimedRead } from "./timedReader.ts";

/**
 * Two of our servers on one PostgreSQL. Answers are requested from the owner, and read through the owner or the other
 * server.
 */
export interface ServerPair {
  databaseUrl: string;
  owner: RunningLectern;
  other: RunningLectern;
  /** Requests an answer from the owner and reads it. Calls `onFirstEvent` with the run's id at the first event. */
  ask(answer: { tokens: number; paceMs: number }, onFirstEvent?: (requestId: string) => void): Promise<TimedRead>;
  /** Reads a run through one of the servers, from its first event. */
  follow(at: "owner" | "other", requestId: string): Promise<TimedRead>;
}

const modelServerPath = fileURLToPath(new URL("../../../server/src/testing/modelServer/main.ts", import.meta.url));

export async function startServerPair(resources: Resources): Promise<ServerPair> {
  const models = await resources.use(
    startNode({ file: modelServerPath, args: ["0"], until: /at (http\S+)\/v1/ }),
    (started) => started.stop(),
  );
  const postgres = await resources.use(startPostgres(), (started) => started.stop());
  const databaseUrl = postgres.url("postgres");
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString("hex"),
    OPENAI_COMPATIBLE_URL: `${models.match}/v1`,
  };
  const start = () => resources.use(startLectern(environment), (running) => running.close());
  const [owner, other] = [await start(), await start()];
  const person = await signInByHttp(owner.url, "measured@example.org");
  const accessTokens = { owner: person.accessToken, other: (await person.renewAt(other.url)).accessToken };
  const { models: availableModels } = await createApiClient(owner.url, accessTokens.owner).call(getAvailableModels, {});
  const model = availableModels.find(({ name }) => name.includes("scripted-large"))?.id;
  // The IP address, so that clients make no name lookups.
  const urls = {
    owner: owner.url.replace("//localhost:", "//127.0.0.1:"),
    other: other.url.replace("//localhost:", "//127.0.0.1:"),
  };
  return {
    databaseUrl,
    owner,
    other,
    ask(answer, onFirstEvent) {
      const requestId = randomUUID();
      const content = `Please tell me about the river. [[tokens: ${answer.tokens}]] [[pace: ${answer.paceMs}]]`;
      const options = { requestId, conversationId: randomUUID() };
      const body = { model, messages: [{ role: "user", content }], stream: true, options };
      return readTimedStream({ url: `${urls.owner}/chat`, accessToken: accessTokens.owner, body }, () =>
        onFirstEvent?.(requestId),
      );
    },
    follow: (server, requestId) =>
      readTimedStream({ url: `${urls[server]}/chat/${requestId}`, accessToken: accessTokens[server] }),
  };
}
