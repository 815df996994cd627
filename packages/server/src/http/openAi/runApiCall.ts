import { randomUUID } from "node:crypto";
import { Id } from "@lectern/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { ChatServices } from "../../modules/chat/chatServices.ts";
import { toRunKey } from "../../modules/chat/runKey.ts";
import { startRun } from "../../modules/chat/startRun.ts";
import { listAvailableModels } from "../../modules/models/service.ts";
import type { RunReader } from "../../platform/runLog/runLog.ts";
import { passTurnGates } from "../chat/turnGates.ts";
import { getCaller } from "../entryPoints/authenticate.ts";
import { type ApiCall, type ApiTarget, toVerbatimTurn } from "./apiCall.ts";
import { createModelNotFoundError } from "./apiErrors.ts";
import type { ReplyHead } from "./chatCompletionReply.ts";
import { toRunError } from "./toApiError.ts";

/** Precedes the id of an assistant in the name of a model. */
export const assistantPrefix = "assistant/";

/**
 * Runs a call and lets `respond` send its reply. The run stops when the client disconnects, because no client of this API
 * comes back for the rest.
 */
export async function runApiCall(
  services: ChatServices,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
  call: ApiCall,
  respond: (reader: RunReader, head: ReplyHead) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { platform } = services;
  const actor = getCaller(request);
  const id = randomUUID();
  const key = toRunKey(actor, id);
  const turn = toVerbatimTurn(call, await findTarget(services, actor, call.model), key.requestId);
  await passTurnGates(platform, actor, turn);
  try {
    signal.throwIfAborted();
    await startRun(services, actor, turn);
    const reader = platform.runLog.readLocal(key, 0);
    if (!reader) throw new AppError("internal");
    const stop = () => {
      const isLive = platform.runLog.listLocalRuns(key.userId).some(({ requestId }) => requestId === key.requestId);
      if (!isLive) return;
      platform.runLog.stop(key).catch((error: unknown) => {
        request.log.warn({ err: error }, "an answer could not be stopped");
      });
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    return await respond(reader, { id, created: Math.floor(platform.clock.now().getTime() / 1_000) });
  } catch (error) {
    throw toRunError(error, call);
  }
}

/** An assistant answers with the model that it enforces, or with the caller's default model. */
async function findTarget({ platform }: ChatServices, actor: Actor, model: string): Promise<ApiTarget> {
  if (!model.startsWith(assistantPrefix)) return { modelId: model, assistantId: null };
  const assistantId = Id.safeParse(model.slice(assistantPrefix.length)).data;
  const defaultModel = assistantId && (await listAvailableModels(platform, actor)).default;
  if (!assistantId || !defaultModel) throw createModelNotFoundError(model);
  return { modelId: defaultModel.id, assistantId };
}
