import { apiKeyPrefix, errorStatus, type OpDefinition } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";
import { ops } from "../../ops/registry.ts";
import { version } from "../../version.ts";
import { createExample } from "./createExample.ts";
import { describeKeyScopes } from "./describeKeyScopes.ts";
import { domainTags, findDomain } from "./findDomain.ts";
import { describeChatPaths } from "./openApiChat.ts";
import { describeOpenAiPaths, openAiFailureSchemas } from "./openApiOpenAi.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

/** Serves `GET /openapi.json`, which describes the REST entry points, as they are in the registry, the chat, and the OpenAI-compatible API. */
export function registerOpenApi(app: FastifyInstance, platform: Platform): void {
  const document = createOpenApiDocument(platform.config.productName);
  app.get("/openapi.json", async (_request, reply) => {
    void reply.header("cache-control", "no-cache");
    return document;
  });
}

/** Creates an OpenAPI 3.1 document. */
export function createOpenApiDocument(productName: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, op] of Object.entries<OpDefinition>(ops)) {
    if (op.entryPoint !== "shared") continue;
    const pathItem = paths[op.path] ?? {};
    pathItem[op.method.toLowerCase()] = describeOperation(name, op);
    paths[op.path] = pathItem;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version,
      description:
        "Every call needs `Authorization: Bearer <API key>`, or an access token in place of the key; `GET /api/session` returns " +
        "a token to a signed-in browser. People create keys in the product, each with the access types that it may use. A " +
        "key in the query of an address is refused. The headers `RateLimit-Policy` and `RateLimit` of a response have the " +
        "limit of requests and what is left of it; a response with the status 429 has `retry-after`. " +
        "A failed call has an HTTP error status and a body with the schema `Failure`; below `/v1`, with `OpenAiFailure`. `docs/api/chat.md` in the server's " +
        "repository shows how to use the chat with curl, JavaScript and Python, and `docs/api/openai.md` describes the " +
        "OpenAI-compatible API under `/v1`.",
    },
    tags: domainTags,
    paths: { ...paths, ...describeChatPaths(), ...describeOpenAiPaths() },
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `An API key, which begins with \`${apiKeyPrefix}\`, or the access token of a session.`,
        },
      },
      schemas: { Failure: failureSchema, ...openAiFailureSchemas },
    },
    security: [{ bearer: [] }],
  };
}

function describeOperation(name: string, op: OpDefinition): Record<string, unknown> {
  const input = toJsonSchema(op.input, "input");
  const keyScopes = describeKeyScopes(op.keyScopes);
  const isInQuery = op.method === "GET" || op.method === "DELETE";
  return {
    operationId: name,
    tags: [findDomain(op.path)],
    summary: op.summary,
    ...keyScopes,
    description: op.access === "admin" ? `Administrators only. ${keyScopes.description}` : keyScopes.description,
    ...(isInQuery
      ? { parameters: toQueryParameters(input) }
      : { requestBody: toRequestBody(wrapSchema("data", input)) }),
    responses: {
      200: { description: "Done.", ...toJsonBody(buildResponseSchema(op)) },
      default: { description: "Failed.", ...toJsonBody({ $ref: "#/components/schemas/Failure" }) },
    },
  };
}

function buildResponseSchema(op: OpDefinition): Record<string, unknown> {
  const output = toJsonSchema(op.output, "output");
  if (op.responseEnvelope === "data") return wrapSchema("data", output, { success: { const: true } });
  if (op.responseEnvelope === "location") {
    return wrapSchema("body", output, { success: { const: true }, statusCode: { const: 302 } });
  }
  // One merged schema instead of `allOf`, whose parts would each reject the other's properties.
  const { properties, required } = output;
  return {
    ...output,
    properties: { success: { const: true }, ...(isRecord(properties) ? properties : {}) },
    required: ["success", ...(Array.isArray(required) ? required : [])],
  };
}

function wrapSchema(
  name: string,
  schema: unknown,
  otherProperties: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    type: "object",
    properties: { ...otherProperties, [name]: schema },
    required: [...Object.keys(otherProperties), name],
  };
}

function toQueryParameters(schema: Record<string, unknown>): unknown[] {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema: property,
  }));
}

const toRequestBody = (schema: unknown) => toJsonBody(schema, { example: createExample(schema) });

function toJsonBody(schema: unknown, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { content: { "application/json": { schema, ...fields } } };
}

const failureSchema = {
  type: "object",
  properties: {
    success: { const: false },
    message: { type: "string", description: "A message for the person." },
    code: { enum: Object.keys(errorStatus) },
    requestId: { type: "string" },
    issues: {
      type: "array",
      items: wrapSchema("path", { type: "string" }, { message: { type: "string" } }),
    },
  },
  required: ["success", "message", "code", "requestId"],
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
