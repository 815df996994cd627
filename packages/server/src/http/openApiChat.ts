import { ChatRequest, KillRequest, RateLimitInfo } from "@lectern/contract";
import { jsonSchema } from "./jsonSchema.ts";

/** The chat stands beside the ops because its reply is a stream; this describes it for the same document. */
export function chatPaths(): Record<string, Record<string, unknown>> {
  const request = { oneOf: [jsonSchema(ChatRequest, "input"), jsonSchema(KillRequest, "input")] };
  const failure = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  const rateLimitInfo = jsonSchema(RateLimitInfo, "output");
  const limited = {
    "application/json": {
      schema: { allOf: [{ $ref: "#/components/schemas/Failure" }, { type: "object", properties: { rateLimitInfo } }] },
    },
  };
  const eventStream = {
    "text/event-stream": {
      schema: {
        type: "string",
        description:
          'Events `data: {"s":"<source>","d":"<text>"}` append text; events with `"s":"meta"` carry status (`st`), state, and one `end` ' +
          "(`done`, `stopped` or `failed`). `data: [DONE]` closes. Each event has an `id` that counts up from 1.",
      },
    },
  };
  return {
    "/chat": {
      post: {
        summary: "Asks a model, or stops an answer that is being written.",
        requestBody: { content: { "application/json": { schema: request } } },
        responses: {
          200: {
            description: "The answer as a stream, or as JSON with `stream: false`.",
            content: {
              ...eventStream,
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
              "A limit is reached, or the model's server is busy. `retry-after` tells the seconds to wait; where a limit in money is " +
              "reached, `rateLimitInfo` tells which, what is spent of it, and when it resets.",
            content: limited,
          },
          default: { description: "Failed before the answer began.", content: failure },
        },
      },
    },
    "/chat/{requestId}": {
      get: {
        summary: "Follows an answer, from the event after `Last-Event-ID`.",
        parameters: [
          { name: "requestId", in: "path", required: true, schema: { type: "string" } },
          { name: "Last-Event-ID", in: "header", required: false, schema: { type: "integer" } },
        ],
        responses: {
          200: { description: "The rest of the answer.", content: eventStream },
          204: { description: "The answer has ended and was delivered." },
          default: { description: "There is no such answer.", content: failure },
        },
      },
    },
  };
}
