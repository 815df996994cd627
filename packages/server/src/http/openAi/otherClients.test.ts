import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany, generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as xsai from "xsai";
import { type ApiServer, startApiServer } from "./testing/startApiServer.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

const question = '[[call: weather {"place":"Bern"}]] [[call: weather {"place":"Rome"}]] [[answer: So: {results}]]';
const placeSchema = {
  type: "object" as const,
  properties: { place: { type: "string" as const } },
  required: ["place"],
};

describe("the AI SDK", () => {
  const open = () =>
    createOpenAICompatible({
      name: "lectern",
      baseURL: `${server.origin}/v1`,
      apiKey: server.ann.token,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });

  test("generates text, and streams text and thoughts", async () => {
    const model = open()(server.modelId);
    const { text, finishReason, usage } = await generateText({ model, prompt: "[[answer: Hello **world**.]]" });
    expect({ text, finishReason, outputTokens: usage.outputTokens }).toEqual({
      text: "Hello **world**.",
      finishReason: "stop",
      outputTokens: 2,
    });
    const streamed = streamText({ model, prompt: "[[think: Hm.]] [[answer: Hello **world**.]]" });
    expect(await streamed.text).toBe("Hello **world**.");
    expect(await streamed.reasoningText).toBe("Hm.");
    expect((await streamed.usage).outputTokens).toBeGreaterThan(0);
  });

  test("calls functions in a loop, streamed or not", async () => {
    const weather = tool({
      description: "Tells the weather.",
      inputSchema: jsonSchema<{ place: string }>(placeSchema),
      execute: async ({ place }) => `rain in ${place}`,
    });
    const options = { model: open()(server.modelId), prompt: question, tools: { weather }, stopWhen: stepCountIs(3) };
    expect((await generateText(options)).text).toBe("So: rain in Bern\nrain in Rome");
    expect(await streamText(options).text).toBe("So: rain in Bern\nrain in Rome");
  });

  test("computes embeddings", async () => {
    const model = open().embeddingModel("text-embedding-scripted");
    const { embeddings, usage } = await embedMany({ model, values: ["one two", "three"] });
    expect(embeddings).toHaveLength(2);
    expect(usage.tokens).toBe(3);
  });

  test("reports errors", async () => {
    await expect(generateText({ model: open()("nothing"), prompt: "Hi", maxRetries: 0 })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("doesn’t exist"),
    });
    const errors: unknown[] = [];
    const { textStream } = streamText({
      model: open()(server.modelId),
      prompt: "[[tokens: 20]] [[error: 3]]",
      onError: ({ error }) => void errors.push(error),
    });
    for await (const _ of textStream);
    expect(errors).toHaveLength(1);
  });
});

describe("xsAI", () => {
  const options = () => ({ baseURL: `${server.origin}/v1/`, apiKey: server.ann.token, model: server.modelId });
  const ask = (content: string) => [{ role: "user" as const, content }];

  test("generates text and calls functions in a loop", async () => {
    const plain = await xsai.generateText({ ...options(), messages: ask("[[answer: Hello.]]") });
    expect(plain.text).toBe("Hello.");
    const weather = xsai.rawTool({
      name: "weather",
      description: "Tells the weather.",
      parameters: placeSchema,
      execute: (input: unknown) => `rain for ${JSON.stringify(input)}`,
    });
    const { text } = await xsai.generateText({ ...options(), messages: ask(question), tools: [weather], maxSteps: 3 });
    expect(text).toBe('So: rain for {"place":"Bern"}\nrain for {"place":"Rome"}');
  });

  test("streams text, computes embeddings and lists models", async () => {
    const { textStream } = xsai.streamText({ ...options(), messages: ask("[[answer: Hello **world**.]]") });
    let streamed = "";
    for await (const part of textStream) streamed += part;
    expect(streamed).toBe("Hello **world**.");
    const { embeddings } = await xsai.embedMany({
      ...options(),
      model: "text-embedding-scripted",
      input: ["one", "two"],
    });
    expect(embeddings).toHaveLength(2);
    expect((await xsai.listModels(options())).map(({ id }) => id)).toContain(server.modelId);
  });
});
