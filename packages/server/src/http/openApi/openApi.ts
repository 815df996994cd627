import { errorStatus, type OpDefinition } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";
import { registry } from "../../ops/registry.ts";
import { version } from "../../version.ts";
import { describeKeyScopes } from "./describeKeyScopes.ts";
import { describeChatPaths } from "./openApiChat.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

/** Serves `GET /openapi.json`, which describes the REST entry points, as they are in the registry, and the chat. */
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
  for (const { op } of registry) {
    if (op.entryPoint !== "shared") continue;
    const pathItem = paths[op.path] ?? {};
    pathItem[op.method.toLowerCase()] = describeOperation(op);
    paths[op.path] = pathItem;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version,
      description:
        "Every call needs `Authorization: Bearer <access token>`; `GET /api/session` returns the token to a signed-in browser. " +
        "A failed call has an HTTP error status and a body with the schema `Failure`. `docs/api/chat.md` in the server's " +
        "repository shows how to use the chat with curl, JavaScript and Python.",
    },
    paths: { ...paths, ...describeChatPaths() },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Failure: failureSchema },
    },
    security: [{ bearer: [] }],
  };
}

function describeOperation(op: OpDefinition): Record<string, unknown> {
  const input = toJsonSchema(op.input, "input");
  const keyScopes = describeKeyScopes(op.keyScopes);
  const isInQuery = op.method === "GET" || op.method === "DELETE";
  return {
    summary: op.summary,
    ...keyScopes,
    description: op.access === "admin" ? `Administrators only. ${keyScopes.description}` : keyScopes.description,
    ...(isInQuery ? { parameters: toQueryParameters(input) } : { requestBody: toJsonBody(wrapSchema("data", input)) }),
    responses: {
      200: { description: "Done.", ...toJsonBody(buildResponseSchema(op)) },
      default: { description: "Failed.", ...toJsonBody({ $ref: "#/components/schemas/Failure" }) },
    },
  };
}

function buildResponseSchema(op: OpDefinition): Record<string, unknown> {
  const output = toJsonSchema(op.output, "output");
  if (op.responseEnvelope === "data") return wrapSchema("data", output, { success: { const: true } });
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

function toJsonBody(schema: unknown): Record<string, unknown> {
  return { content: { "application/json": { schema } } };
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
