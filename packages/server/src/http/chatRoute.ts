import { limits } from "@lectern/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { type ChatServices, createChatServices } from "../modules/chat/chatServices.ts";
import { toChatTurn } from "../modules/chat/chatTurn.ts";
import { startRun } from "../modules/chat/runChat.ts";
import type { RunKey } from "../platform/runLog/runLog.ts";
import { bearerDoor, callerOf } from "./authenticate.ts";
import { readChatBody } from "./chatBody.ts";
import { countRequest, questionWeight } from "./requestRates.ts";
import { streamRun } from "./streamRun.ts";
import { wholeAnswer } from "./wholeAnswer.ts";

/** Names the run on every reply that has one, so that a client that chose no request id can read on and stop. */
const runHeader = "x-lectern-run";

/** `POST /chat` asks or stops; `GET /chat/{requestId}` follows. The same at the path of CHAT_ENDPOINT, where that is another. */
export function registerChatRoutes(app: FastifyInstance, platform: Platform): void {
  const chat = createChatServices(platform);
  const door = bearerDoor(platform);
  for (const path of chatPaths(platform.config.chatEndpoint)) {
    app.post(path, { ...door, bodyLimit: limits.bodyBytes }, (request, reply) => postChat(chat, request, reply));
    app.get<{ Params: { requestId: string } }>(`${path}/:requestId`, door, (request, reply) =>
      followRun(platform, request, reply, request.params.requestId),
    );
  }
}

async function postChat(chat: ChatServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { runLog } = chat.platform;
  const actor = callerOf(request);
  const body = readChatBody(request.body);
  if (body.kind === "stop") {
    await runLog.stop({ userId: actor.userId, requestId: body.requestId }).catch((cause: unknown) => {
      // Without a way to the other processes: it is told once there is one.
      throw new AppError("unavailable", { headers: { "retry-after": "1" }, cause });
    });
    return reply.header("cache-control", "no-store").send({ status: "OK" });
  }
  countRequest(chat.platform, actor, questionWeight - 1);
  const turn = toChatTurn(body.request);
  const key: RunKey = { userId: actor.userId, requestId: turn.requestId };
  const place = body.stream ? lastEventId(request) : 0;
  let reading = runLog.readLocal(key, place);
  if (!reading) {
    // Where another process has this run already, what it says appears here.
    await startRun(chat, actor, turn);
    reading = runLog.readLocal(key, place);
  }
  if (!reading) throw new AppError("internal");
  void reply.header(runHeader, turn.requestId);
  return body.stream ? streamRun(reading, reply, "statusUntilBegun") : wholeAnswer(reading, reply);
}

async function followRun(platform: Platform, request: FastifyRequest, reply: FastifyReply, requestId: string) {
  const { userId } = callerOf(request);
  const reading = await platform.runLog.read({ userId, requestId }, lastEventId(request));
  if (!reading) throw new AppError("notFound");
  if (reading.hasEnded() && !reading.hasMore()) {
    reading.close();
    if (reading.wasDetached()) throw new AppError("unavailable", { headers: { "retry-after": "1" } });
    return reply.code(204).header("cache-control", "no-store").send();
  }
  void reply.header(runHeader, requestId);
  return streamRun(reading, reply, "atOnce");
}

/** 0 where there is none, or junk: reading from the start loses nothing. */
function lastEventId(request: FastifyRequest): number {
  const given = request.headers["last-event-id"];
  return typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : 0;
}

function chatPaths(endpoint: string): Set<string> {
  const paths = new Set(["/chat"]);
  // A colon would begin a parameter.
  if (endpoint.startsWith("/"))
    paths.add(
      endpoint
        .replace(/[?#].*$/, "")
        .replace(/(?<=.)\/+$/, "")
        .replaceAll(":", "::"),
    );
  return paths;
}
