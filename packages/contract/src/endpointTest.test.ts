import { describe, expect, test } from "vitest";
import { addApiVersion, buildEndpointTest } from "./endpointTest.ts";
import { isEmbeddingsModelId } from "./modelKinds.ts";

const azure = "https://unit.openai.azure.com";

describe("the test of an address", () => {
  test("[A5.37] is an embeddings call for embedding models, and a chat call for all others", () => {
    expect(buildEndpointTest("text-embedding-3-small", azure)).toEqual({
      url: `${azure}/?api-version=2024-02-01`,
      body: { model: "text-embedding-3-small", input: "Hello" },
    });
    const codeInterpreter = buildEndpointTest("code-interpreter", azure);
    expect(codeInterpreter.url).toBe(`${azure}/?api-version=2024-08-01-preview`);
    expect(codeInterpreter.body).toMatchObject({ model: "gpt-4o", messages: [{ role: "user" }] });
    expect(buildEndpointTest("gpt-4o-mini", "http://127.0.0.1:8000/v1")).toMatchObject({
      url: "http://127.0.0.1:8000/v1",
      body: { model: "gpt-4o-mini", messages: [{ role: "user" }] },
    });
  });

  test("[A5.38] chats with exactly these parameters and one user message", () => {
    expect(buildEndpointTest("gpt-4o", "http://127.0.0.1:8000/v1").body).toEqual({
      max_tokens: 50,
      temperature: 1,
      top_p: 1,
      n: 1,
      stream: false,
      model: "gpt-4o",
      messages: [{ role: "user", content: "Hello, this is a short test." }],
    });
  });

  test("uses the version of the address, if it has one, and none for servers that are not Azure's", () => {
    const deployment = `${azure}/openai/deployments/ours/chat/completions?api-version=2025-01-01`;
    expect(addApiVersion(deployment, "gpt-4o")).toBe(deployment);
    expect(addApiVersion(`${azure}/openai/v1`, "gpt-4o")).toBe(`${azure}/openai/v1`);
    expect(addApiVersion("http://localhost/v1", "text-embedding-3-small")).toBe("http://localhost/v1");
    expect(addApiVersion("no address", "gpt-4o")).toBe("no address");
  });
});

test("a model is an embedding model if its id contains “embed”, in any case", () => {
  expect(["text-embedding-3-small", "nomic-EMBED-text"].every(isEmbeddingsModelId)).toBe(true);
  expect(isEmbeddingsModelId("gpt-4o")).toBe(false);
});
