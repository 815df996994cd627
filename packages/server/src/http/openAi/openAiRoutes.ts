import { limits, openAiPath } from "@lectern/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ChatServices } from "../../modules/chat/chatServices.ts";
import { readWholeAnswer } from "../chat/sendWholeAnswer.ts";
import { streamRun } from "../chat/streamRun.ts";
import { toChatGateRequest } from "../chat/turnGates.ts";
import { createBearerAuth, getCaller } from "../entryPoints/authenticate.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseBody } from "../requests/parseBody.ts";
import { createApiError } from "./apiErrors.ts";
import { embeddingsKeyScopes, getApiModel, listApiModels } from "./apiModels.ts";
import { buildChatCompletion, createChunkFormat } from "./chatCompletionReply.ts";
import { computeEmbeddings } from "./computeEmbeddings.ts";
import { buildResponse, createResponseEventFormat } from "./responseReply.ts";
import { runApiCall } from "./runApiCall.ts";
import { sendApiError } from "./toApiError.ts";

/** Registers the OpenAI-compatible API, a second wire to the same runs as the chat's. */
export async function registerOpenAiRoutes(app: FastifyInstance, services: ChatServices): Promise<void> {
  const { platform } = services;
  const chatAuth = createBearerAuth(platform, toChatGateRequest(["chat"]));
  const register = async (api: FastifyInstance) => {
    api.setErrorHandler(sendApiError);
    api.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
    api.setNotFoundHandler((request, reply) => {
      const path = request.url.replace(/\?.*$/s, "").slice(0, 200);
      sendApiError(createApiError("notFound", `There is no ${request.method} ${path}.`), request, reply);
    });
    api.post("/chat/completions", { ...chatAuth, bodyLimit: limits.bodyBytes }, (request, reply) =>
      postChatCompletion(services, request, reply),
    );
    api.post("/responses", { ...chatAuth, bodyLimit: limits.bodyBytes }, (request, reply) =>
      postResponse(services, request, reply),
    );
    api.get("/models", chatAuth, async (request) => ({
      object: "list",
      data: await listApiModels(platform, getCaller(request)),
    }));
    // The ids of assistants contain slashes.
    api.get<{ Params: { "*": string } }>("/models/*", chatAuth, (request) =>
      getApiModel(platform, getCaller(request), request.params["*"]),
    );
    const embeddingsAuth = createBearerAuth(platform, {
      keyScopes: [embeddingsKeyScopes],
      isDisclosureExempt: false,
      weight: 1,
    });
    api.post("/embeddings", { ...embeddingsAuth, bodyLimit: limits.bodyBytes }, async (request, reply) => {
      const signal = createRequestSignal(reply);
      const call = await parseBody(platform, request, "embeddings", null, signal);
      return computeEmbeddings(platform, getCaller(request), call, signal);
    });
  };
  await app.register(register, { prefix: openAiPath });
}

async function postChatCompletion(
  services: ChatServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = createRequestSignal(reply);
  const call = await parseBody(services.platform, request, "chatCompletion", null, signal);
  return runApiCall(services, { request, signal }, call, async (reader, head) => {
    if (call.stream) return streamRun(reader, reply, "afterFirstEvent", createChunkFormat(call, head, reader.cause));
    const answer = await readWholeAnswer(reader, reply);
    return answer ? reply.send(buildChatCompletion(call, answer, head)) : reply.hijack();
  });
}

async function postResponse(
  services: ChatServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = createRequestSignal(reply);
  const call = await parseBody(services.platform, request, "response", null, signal);
  return runApiCall(services, { request, signal }, call, async (reader, head) => {
    if (call.stream)
      return streamRun(reader, reply, "afterFirstEvent", createResponseEventFormat(call, head, reader.cause));
    const answer = await readWholeAnswer(reader, reply);
    return answer ? reply.send(buildResponse(call, answer, head)) : reply.hijack();
  });
}
