import type { Conversation, Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { isUnprocessed, processAnswers } from "./processAnswers.ts";
import type { RunDependencies } from "./runDependencies.ts";

const question: Message = { id: "q", parentId: null, role: "user", content: "Hello", data: {} };
const answerData = { needsProcessing: true, end: { end: "done" as const } };
const answer: Message = { id: "a", parentId: "q", role: "assistant", content: "Hi", data: answerData };

test("an answer that waits for an approval is processed once it is complete", () => {
  const step = { id: "s", round: 0, tool: "t", title: "T", arguments: "{}", offset: 0 };
  const withStep = (state: "waiting" | "done"): Message => ({
    ...answer,
    data: { ...answerData, steps: [{ ...step, state }] },
  });
  expect([withStep("waiting"), withStep("done"), answer].map(isUnprocessed)).toEqual([false, true, true]);
});

test("two tabs that open a conversation at the same time process its answer once", async () => {
  let stored = { id: "c", isLocal: false, tags: ["loud"], messages: [question, answer], headId: "a" };
  const processedTexts: string[] = [];
  const firstCanContinue = Promise.withResolvers<void>();
  const openTab = () => {
    const dependencies = {
      locks: navigator.locks,
      turns: {
        reload: async () => stored,
        saveAnswer: async (_: string, reply: Message) => {
          stored = { ...stored, messages: [question, reply] };
        },
      },
      getNewTags: () => [],
      getAssistantState: () => null,
      addTags: async () => {},
      onAssistantRefused: () => {},
      applyOutputTransformers: async (reply: Message) => {
        processedTexts.push(reply.content);
        await firstCanContinue.promise;
        return { ...reply, content: `${reply.content}!` };
      },
      // The function uses only these dependencies.
    } as unknown as RunDependencies;
    return processAnswers(stored as unknown as Conversation, () => dependencies);
  };
  const tabs = [openTab(), openTab()];
  await expect.poll(() => processedTexts).toEqual(["Hi"]);
  firstCanContinue.resolve();
  await Promise.all(tabs);
  expect(processedTexts).toEqual(["Hi"]);
  expect(stored.messages[1]).toEqual({ ...answer, content: "Hi!", data: { end: { end: "done" } } });
});
