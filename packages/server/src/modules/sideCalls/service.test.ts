import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../../testing/startChatServer.ts";
import { findCheapestModel, getUsableModel } from "../models/service.ts";
import { callModelAside } from "./service.ts";

test("a call that is aborted before it is sent costs nothing", async () => {
  const { platform, models, ann, close } = await startChatServer();
  onTestFinished(close);
  const model = await findCheapestModel(platform, ann.actor);
  if (!model) throw new Error("the scripted models are not in the catalogue");
  const call = callModelAside(platform, {
    ...{ payer: ann.actor, model, purpose: "rewrite", conversationId: null, maxTokens: 10, maxCharacters: 10 },
    messages: [{ role: "user", content: "Which heron?" }],
    signal: AbortSignal.abort(new Error("too late")),
  });
  await expect(call).rejects.toThrow("too late");
  const rows = await platform.db.selectFrom("usage").selectAll().execute();
  expect(rows).toMatchObject([{ outcome: "failed", is_estimate: false, input_tokens: 0, output_tokens: 0 }]);
  expect(models.chats()).toEqual([]);
});

test.each([
  ["tags", "Qwen, DeepSeek R1"],
  ["endtag", "QwQ, Qwen 3 in vLLM"],
  ["harmony", "gpt-oss"],
])("a title or a search has no thoughts that stand in the text: %s (%s)", async (form) => {
  const { platform, ann, modelId, close } = await startChatServer();
  onTestFinished(close);
  const output = await callModelAside(platform, {
    ...{ payer: ann.actor, purpose: "title", conversationId: null, maxTokens: 100, maxCharacters: 1_000 },
    model: await getUsableModel(platform, ann.actor, modelId),
    messages: [{ role: "user", content: `[[thoughts: ${form}]] [[think: A short one.]] [[answer: Tides]]` }],
    signal: new AbortController().signal,
  });
  expect(output).toBe("Tides");
});
