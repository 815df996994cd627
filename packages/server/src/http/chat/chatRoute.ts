import { type ContinueRequest, limits } from "@lectern/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { authorizeReplay } from "../../modules/chat/authorizeReplay.ts";
import type { ChatServices } from "../../modules/chat/chatServices.ts";
import { toChatTurn } from "../../modules/chat/chatTurn.ts";
import { continuePartialAnswer } from "../../modules/chat/partial/continuePartialAnswer.ts";
import { toRunKey } from "../../modules/chat/runKey.ts";
import { startRun } from "../../modules/chat/startRun.ts";
import { findContinuation } from "../../modules/chat/waiting/findContinuation.ts";
import { describeRequestRate } from "../../modules/requestRates/service.ts";
import type { RunKey, RunReader } from "../../platform/runLog/runLog.ts";
import { createBearerAuth, getCaller } from "../entryPoints/authenticate.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseBody } from "../requests/parseBody.ts";
import { sendWholeAnswer } from "./sendWholeAnswer.ts";
import { streamRun } from "./streamRun.ts";
import { passTurnGates, toChatGateRequest } from "./turnGates.ts";

/** Response header with the run's request id. A client that did not choose an id needs it to reconnect or to stop. */
const runHeaderName = "x-lectern-run";

/**
 * `POST /chat` starts, continues or stops a run; `GET /chat/{requestId}` streams one. CHAT_ENDPOINT can add a second path for the
 * same routes.
 */
export function registerChatRoutes(app: FastifyInstance, chatServices: ChatServices): void {
  const { platform } = chatServices;
  const auth = createBearerAuth(platform, toChatGateRequest(["chat"]));
  for (const path of getChatPaths(platform.config.chatEndpoint)) {
    app.post(path, { ...auth, bodyLimit: limits.bodyBytes }, (request, reply) =>
      postChat(chatServices, request, reply),
    );
    app.get<{ Params: { requestId: string } }>(`${path}/:requestId`, auth, (request, reply) =>
      followRun(platform, request, reply, request.params.requestId),
    );
  }
}

async function postChat(
  chatServices: ChatServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { runLog } = chatServices.platform;
  const actor = getCaller(request);
  const body = await parseBody(chatServices.platform, request, "chat", null, createRequestSignal(reply));
  if (body.kind === "stop") {
    await runLog.stop(toRunKey(actor, body.requestId)).catch((cause: unknown) => {
      // The other processes cannot be reached now; the run log sends the stop again after it has reconnected.
      throw new AppError("unavailable", { headers: { "retry-after": "1" }, cause });
    });
    return reply.header("cache-control", "no-store").send({ status: "OK" });
  }
  if (body.kind === "continue") return continueRun(chatServices, request, reply, body.request);
  const requestedTurn = toChatTurn(body.request);
  const key = toRunKey(actor, requestedTurn.requestId);
  const turn = { ...requestedTurn, requestId: key.requestId, partialAnswer: toOwnPartialAnswer(actor, requestedTurn) };
  await passTurnGates(chatServices.platform, actor, turn);
  const afterSequence = body.stream ? readLastEventId(request) : 0;
  // If another process already has this run, `startRun` relays the run's events into the local log.
  if (runLog.canStart(key)) await startRun(chatServices, actor, turn, continuePartialAnswer(turn));
  else await authorizeReplay(chatServices.platform, actor, key);
  const reader = runLog.readLocal(key, afterSequence);
  if (!reader) throw new AppError("internal");
  void reply.headers({
    [runHeaderName]: requestedTurn.requestId,
    ...describeRequestRate(chatServices.platform, actor),
  });
  return body.stream ? streamRun(reader, reply, "afterFirstEvent") : sendWholeAnswer(reader, reply);
}

/** The stored run of an answer has the id of its credential before the client's id. */
function toOwnPartialAnswer(actor: Actor, { partialAnswer }: ChatTurn): ChatTurn["partialAnswer"] {
  return partialAnswer && { ...partialAnswer, requestId: toRunKey(actor, partialAnswer.requestId).requestId };
}

/** Continues an answer that waits for approvals. The same gates apply as to its question. */
async function continueRun(
  chatServices: ChatServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { runId, requestId, decisions }: ContinueRequest["continueRun"],
): Promise<FastifyReply> {
  const { platform } = chatServices;
  const { runLog } = platform;
  const actor = getCaller(request);
  const key = toRunKey(actor, requestId);
  const afterSequence = readLastEventId(request);
  const findRun = async () => {
    const existingReader = await runLog.read(key, afterSequence);
    // A run that failed before the model started may start again, as with a repeated question.
    if (!existingReader) return null;
    if (existingReader.failure() === undefined) return authorizeReader(platform, actor, key, existingReader);
    existingReader.close();
    return null;
  };
  let reader = await findRun();
  try {
    if (!reader) {
      const runKey = toRunKey(actor, runId);
      const { turn: waitingTurn, continuation } = await findContinuation(platform, actor, runKey.requestId, decisions);
      const turn = { ...waitingTurn, requestId: key.requestId };
      await passTurnGates(platform, actor, turn);
      await startRun(chatServices, actor, turn, continuation);
      reader = runLog.readLocal(key, afterSequence);
    }
  } catch (error) {
    // The same request may have taken the waiting run meanwhile, here or in another process.
    reader = await findRun();
    if (!reader) throw error;
  }
  if (!reader) throw new AppError("internal");
  void reply.headers({ [runHeaderName]: requestId, ...describeRequestRate(platform, actor) });
  return streamRun(reader, reply, "afterFirstEvent");
}

async function followRun(platform: Platform, request: FastifyRequest, reply: FastifyReply, requestId: string) {
  const actor = getCaller(request);
  const key = toRunKey(actor, requestId);
  const reader = await platform.runLog.read(key, readLastEventId(request));
  if (!reader) throw new AppError("notFound");
  await authorizeReader(platform, actor, key, reader);
  if (reader.hasEnded() && !reader.hasMore()) {
    reader.close();
    if (reader.wasDetached()) throw new AppError("unavailable", { headers: { "retry-after": "1" } });
    return reply.code(204).header("cache-control", "no-store").send();
  }
  void reply.headers({ [runHeaderName]: requestId, ...describeRequestRate(platform, actor) });
  return streamRun(reader, reply, "immediately");
}

/** Returns the reader if the actor may read the run again; otherwise closes it and throws. */
async function authorizeReader(platform: Platform, actor: Actor, key: RunKey, reader: RunReader): Promise<RunReader> {
  try {
    await authorizeReplay(platform, actor, key);
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Returns 0 if the header is missing or invalid, because reading from the start loses nothing. */
function readLastEventId(request: FastifyRequest): number {
  const header = request.headers["last-event-id"];
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : 0;
}

function getChatPaths(endpoint: string): Set<string> {
  const paths = new Set(["/chat"]);
  // A colon would start a route parameter.
  if (endpoint.startsWith("/"))
    paths.add(
      endpoint
        .replace(/[?#].*$/, "")
        .replace(/(?<=.)\/+$/, "")
        .replaceAll(":", "::"),
    );
  return paths;
}
