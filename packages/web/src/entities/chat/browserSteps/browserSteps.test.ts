import type { Conversation, Message } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { resetPageStores } from "../../../lib/pageStore.ts";
import { usePythonRuns } from "../../codeInterpreter/pythonRuns.ts";
import { newConversation } from "../../conversations/newConversation.ts";
import { createBrowserSteps } from "./createBrowserSteps.ts";
import { runSteps } from "./runSteps.ts";

afterEach(resetPageStores);

const step = {
  ...{ id: "s1", round: 0, tool: "run_python", title: "Run Python", arguments: '{"code":"1"}', offset: 0 },
  ...{ state: "waiting" as const, runsInBrowser: true },
};
const answer: Message = {
  ...{ id: "a1", parentId: null, role: "assistant", content: "" },
  data: { run: { requestId: "run-1" }, steps: [step] },
};
const choices = { isLocal: true, modelId: null, temperature: null };
const conversation: Conversation = { ...newConversation(choices, new Date()), messages: [answer], headId: "a1" };

test("if the code that runs Python cannot be loaded, the answer continues without it", async () => {
  const task = { userId: "u1", conversation, answerId: "a1", steps: [step], results: new Map() };
  const decisions = await runSteps(task, new AbortController().signal, async () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  expect(decisions).toEqual([
    { stepId: "s1", isApproved: true, result: expect.objectContaining({ hasInterpreterFailed: true, isError: true }) },
  ]);
});

test("a tab that takes over and cannot read the conversation says so, and can try again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const isContinued = Promise.withResolvers<void>();
  let reloads = 0;
  const steps = createBrowserSteps({
    userId: "u1",
    load: async () => conversation,
    reload: async () => {
      reloads += 1;
      if (reloads === 1) throw new TypeError("Failed to fetch");
      return conversation;
    },
    showError: () => {},
    runs: {
      observe: () => () => {},
      resume: () => expect.fail("the answer still waits"),
      continueAnswer: async () => {
        isContinued.resolve();
        return null;
      },
    },
    // Another tab has the lock at first.
    locks: {
      request: async (_: string, ...args: unknown[]) => {
        const work = args.at(-1) as (lock: object | null) => unknown;
        return work(args.length > 1 ? null : {});
      },
    } as unknown as LockManager,
  });
  steps.resume(conversation);
  await vi.waitUntil(() => usePythonRuns.getState().problems.a1?.retry);
  expect(usePythonRuns.getState().steps).toEqual({});
  usePythonRuns.getState().problems.a1?.retry?.();
  await isContinued.promise;
  expect(usePythonRuns.getState().problems).toEqual({});
});
