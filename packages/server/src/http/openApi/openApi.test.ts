import { chatKeyScopes } from "@lectern/contract";
import { expect, test } from "vitest";
import { registry } from "../../ops/registry.ts";
import { createOpenApiDocument } from "./openApi.ts";

interface Operation {
  description: string;
  "x-key-scopes": string[];
  "x-capability-key-scopes"?: object;
}

// The document has this form; the assertions check it.
const { paths } = createOpenApiDocument("Lectern") as { paths: Record<string, Record<string, Operation>> };

test("every operation says which access types of API keys open it", () => {
  for (const { op } of registry.filter(({ op }) => op.entryPoint === "shared")) {
    const operation = paths[op.path]?.[op.method.toLowerCase()];
    expect(operation?.["x-key-scopes"], op.path).toEqual(op.keyScopes === "none" ? [] : op.keyScopes);
  }
  expect(paths["/files/query"]?.post).toMatchObject({
    "x-key-scopes": ["full_access", "file_upload"],
    description: "An API key needs the access type full_access or file_upload.",
  });
  const descriptions = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ description }) => description),
  );
  expect(descriptions).toContain("Administrators only. API keys cannot call this.");
});

test("the chat says which access types its capabilities need", () => {
  const { chat, ...capabilities } = chatKeyScopes;
  expect(paths["/chat"]?.post).toMatchObject({
    "x-key-scopes": chat,
    "x-capability-key-scopes": capabilities,
    description:
      "An API key needs the access type full_access or chat. To store the turn in a cloud conversation, it also needs " +
      "full_access. To use documents, it also needs full_access or file_upload. To use an assistant, it also needs full_access or assistants.",
  });
  expect(paths["/chat/{requestId}"]?.get?.["x-key-scopes"]).toEqual(chat);
});

test("the OpenAI-compatible API is a domain of its own, with the methods of OpenAI’s clients", () => {
  const listed = Object.entries(paths)
    .filter(([path]) => path.startsWith("/v1"))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    );
  expect(listed.map(({ path, method }) => `${method} ${path}`)).toEqual([
    "post /v1/chat/completions",
    "post /v1/responses",
    "post /v1/embeddings",
    "get /v1/models",
    "get /v1/models/{model}",
  ]);
  for (const { operation } of listed) expect(operation).toMatchObject({ tags: ["OpenAI-compatible"] });
  expect(paths["/v1/chat/completions"]?.post).toMatchObject({
    operationId: "createChatCompletion",
    "x-key-scopes": chatKeyScopes.chat,
    "x-capability-key-scopes": { assistant: chatKeyScopes.assistant },
    "x-openai-client": { basePath: "/v1", method: "chat.completions.create" },
  });
  expect(paths["/v1/embeddings"]?.post?.["x-key-scopes"]).toEqual(["full_access", "dual_embedding"]);
});
