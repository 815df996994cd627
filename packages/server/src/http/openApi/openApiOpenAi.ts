import { chatKeyScopes, openAiPath } from "@lectern/contract";
import * as z from "zod/mini";
import { embeddingsKeyScopes } from "../openAi/apiModels.ts";
import { ChatCompletionRequest } from "../openAi/chatCompletionRequest.ts";
import { EmbeddingsRequest } from "../openAi/embeddingsRequest.ts";
import { ApiModel, ApiModelList, ApiResponse, ChatCompletion, EmbeddingList } from "../openAi/replySchemas.ts";
import { ResponseRequest } from "../openAi/responseRequest.ts";
import { ApiError } from "../openAi/toApiError.ts";
import { describeChatKeyScopes, describeKeyScopes } from "./describeKeyScopes.ts";
import { findDomain } from "./findDomain.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

const question = "Why is the sky blue?";

/** The name of the schema of errors among the document's components. */
const failureName = "OpenAiFailure";
export const openAiFailureSchemas = { [failureName]: toJsonSchema(z.object({ error: ApiError }), "output") };

interface DescribedRoute {
  /** OpenAI's name of the operation. */
  operationId: string;
  /** The method of OpenAI's clients that sends the request, such as `models.list`. */
  clientMethod: string;
  summary: string;
  keyScopes: object;
  parameters?: readonly object[];
  body?: { schema: z.ZodMiniType; example: object };
  reply: z.ZodMiniType;
  /** What a streamed reply consists of. */
  events?: string;
}

/** Describes the OpenAI-compatible API, with the schemas that parse its requests. */
export function describeOpenAiPaths(): Record<string, Record<string, unknown>> {
  return {
    [`${openAiPath}/chat/completions`]: {
      post: describeRoute({
        operationId: "createChatCompletion",
        clientMethod: "chat.completions.create",
        summary: "Asks a model or an assistant, with all messages. Fields that are not listed are ignored.",
        keyScopes: describeChatKeyScopes(["assistant"]),
        body: {
          schema: ChatCompletionRequest,
          example: { model: "<model>", messages: [{ role: "user", content: question }] },
        },
        reply: ChatCompletion,
        events: "Events `data: {…}` have objects of the type `chat.completion.chunk`. `data: [DONE]` ends the stream.",
      }),
    },
    [`${openAiPath}/responses`]: {
      post: describeRoute({
        operationId: "createResponse",
        clientMethod: "responses.create",
        summary: "Asks a model or an assistant. Nothing is stored, and fields that are not listed are ignored.",
        keyScopes: describeChatKeyScopes(["assistant"]),
        body: { schema: ResponseRequest, example: { model: "<model>", input: question } },
        reply: ApiResponse,
        events: "Typed events, from `response.created` to `response.completed`, `.incomplete` or `.failed`.",
      }),
    },
    [`${openAiPath}/embeddings`]: {
      post: describeRoute({
        operationId: "createEmbedding",
        clientMethod: "embeddings.create",
        summary: "Computes embeddings of texts with the institution's model.",
        keyScopes: describeKeyScopes(embeddingsKeyScopes),
        body: { schema: EmbeddingsRequest, example: { model: "<model>", input: question } },
        reply: EmbeddingList,
      }),
    },
    [`${openAiPath}/models`]: {
      get: describeRoute({
        operationId: "listModels",
        clientMethod: "models.list",
        summary: "Lists models, assistants and the model for embeddings, as far as the key opens them.",
        keyScopes: describeKeyScopes(chatKeyScopes.chat),
        reply: ApiModelList,
      }),
    },
    [`${openAiPath}/models/{model}`]: {
      get: describeRoute({
        operationId: "retrieveModel",
        clientMethod: "models.retrieve",
        summary: "Returns one of them.",
        keyScopes: describeChatKeyScopes(["assistant"]),
        parameters: [{ name: "model", in: "path", required: true, schema: { type: "string" } }],
        reply: ApiModel,
      }),
    },
  };
}

function describeRoute({ keyScopes, body, reply, events, ...route }: DescribedRoute): object {
  const { operationId, clientMethod, summary, parameters } = route;
  return {
    operationId,
    tags: [findDomain(openAiPath)],
    summary,
    ...keyScopes,
    "x-openai-client": { basePath: openAiPath, method: clientMethod },
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: toJsonBody(toJsonSchema(body.schema, "input"), { example: body.example }),
    }),
    responses: {
      200: {
        description: events === undefined ? "Done." : "The answer, as a stream with `stream: true`.",
        content: {
          ...toJsonBody(toJsonSchema(reply, "output")).content,
          ...(events !== undefined && { "text/event-stream": { schema: { type: "string", description: events } } }),
        },
      },
      default: { description: "Failed.", ...toJsonBody({ $ref: `#/components/schemas/${failureName}` }) },
    },
  };
}

const toJsonBody = (schema: unknown, fields: object = {}) => ({
  content: { "application/json": { schema, ...fields } },
});
