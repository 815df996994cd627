import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { createOpenApiDocument } from "../openApi/openApi.ts";
import { ApiModel, ApiModelList, ApiResponse, ChatCompletion, EmbeddingList } from "./replySchemas.ts";
import { type ApiServer, startApiServer } from "./testing/startApiServer.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterEach(async () => {
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

interface Operation {
  operationId: string;
  requestBody?: { content: { "application/json": { example: object } } };
}

test("the examples in the description work, and the replies have the fields that it names, and no others", async () => {
  const schemas: Record<string, z.ZodMiniType> = {
    createChatCompletion: ChatCompletion,
    createResponse: ApiResponse,
    createEmbedding: EmbeddingList,
    listModels: ApiModelList,
    retrieveModel: ApiModel,
  };
  // The document has this form; the requests check it.
  const { paths } = createOpenApiDocument("Lectern") as { paths: Record<string, Record<string, Operation>> };
  const answered: string[] = [];
  for (const [path, operations] of Object.entries(paths).filter(([each]) => each.startsWith("/v1")))
    for (const [method, { operationId, requestBody }] of Object.entries(operations)) {
      const model = operationId === "createEmbedding" ? "text-embedding-scripted" : server.modelId;
      const reply = await server.app.inject({
        method: method === "get" ? "GET" : "POST",
        url: path.replace("{model}", encodeURIComponent(model)),
        headers: { authorization: `Bearer ${server.ann.token}` },
        ...(requestBody && { payload: { ...requestBody.content["application/json"].example, model } }),
      });
      expect(reply.statusCode, `${operationId}: ${reply.body}`).toBe(200);
      expect(schemas[operationId]?.parse(reply.json()), operationId).toEqual(reply.json());
      answered.push(operationId);
    }
  expect(new Set(answered)).toEqual(new Set(Object.keys(schemas)));
});
