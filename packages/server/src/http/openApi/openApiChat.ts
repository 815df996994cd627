import { ChatRequest, chatKeyScopes, KillRequest, RateLimitInfo } from "@lectern/contract";
import { describeChatKeyScopes, describeKeyScopes } from "./describeKeyScopes.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

const exampleQuestion = {
  model: "<model>",
  stream: false,
  messages: [{ role: "user", content: "Why is the sky blue?" }],
};

/** Describes the chat, which is not an op because its response is a stream. */
export function describeChatPaths(): Record<string, Record<string, unknown>> {
  const requestSchema = { oneOf: [toJsonSchema(ChatRequest, "input"), toJsonSchema(KillRequest, "input")] };
  const failureContent = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  const rateLimitInfo = toJsonSchema(RateLimitInfo, "output");
  const rateLimitedContent = {
    "application/json": {
      schema: { allOf: [{ $ref: "#/components/schemas/Failure" }, { type: "object", properties: { rateLimitInfo } }] },
    },
  };
  const eventStreamContent = {
    "text/event-stream": {
      schema: {
        type: "string",
        description:
          'Events `data: {"s":"<source>","d":"<text>"}` append text; events with `"s":"meta"` carry status (`st`), state, and one `end` ' +
          "(`done`, `stopped` or `failed`). `data: [DONE]` ends the stream. Events have consecutive `id`s from 1.",
      },
    },
  };
  return {
    "/chat": {
      post: {
        operationId: "chat",
        tags: ["Chat"],
        summary: "Asks a model, or stops an answer in progress.",
        ...describeChatKeyScopes(),
        requestBody: { content: { "application/json": { schema: requestSchema, example: exampleQuestion } } },
        responses: {
          200: {
            description: "The answer as a stream, or as JSON with `stream: false`.",
            content: {
              ...eventStreamContent,
              "application/json": {
                schema: {
                  type: "object",
                  properties: { success: { const: true }, message: { type: "string" }, data: { type: "string" } },
                },
              },
            },
          },
          429: {
            description:
              "A limit is reached, or the model's server is busy. `retry-after` has the seconds to wait. If a spending limit is " +
              "reached, `rateLimitInfo` has the limit, the amount spent, and when the limit resets.",
            content: rateLimitedContent,
          },
          default: { description: "Failed before the answer started.", content: failureContent },
        },
      },
    },
    "/chat/{requestId}": {
      get: {
        operationId: "followAnswer",
        tags: ["Chat"],
        summary: "Streams an answer, from the event after `Last-Event-ID`.",
        ...describeKeyScopes(chatKeyScopes.chat),
        parameters: [
          { name: "requestId", in: "path", required: true, schema: { type: "string" } },
          { name: "Last-Event-ID", in: "header", required: false, schema: { type: "integer" } },
        ],
        responses: {
          200: { description: "The rest of the answer.", content: eventStreamContent },
          204: { description: "The answer has ended, and there are no further events." },
          default: { description: "There is no such answer.", content: failureContent },
        },
      },
    },
  };
}
