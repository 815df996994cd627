import { getFeatureFlags, type ToolStep } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { pluginStates } from "../../../entities/plugins/pluginStates.ts";
import { lastAnswer, loseChats, sendMessage, stopButton, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { openStoredChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { type StubbedAnswer, type StubbedChat, stubChat } from "../../../testing/stubChat.ts";
import { stubPython } from "../../../testing/stubPython.ts";
import { getPerson, stubOp } from "../../../testing/stubServer.ts";

const createStep = (changes: Partial<ToolStep> = {}): ToolStep => ({
  id: "s1",
  round: 0,
  tool: "run_python",
  title: "Run Python",
  arguments: JSON.stringify({ code: "print(1)" }),
  state: "waiting",
  runsInBrowser: true,
  offset: 0,
  ...changes,
});

const send = (answer: StubbedAnswer, ...steps: ToolStep[]) =>
  answer.send(...steps.map((step) => ({ s: "meta", step: { ...step } })));

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ codeInterpreterEnabled: true, pluginsOnInput: true }));
});

/** Asks a question, whose answer is these steps. */
async function askForSteps(...steps: ToolStep[]): Promise<StubbedChat> {
  pluginStates.write(getPerson().id, { "code-interpreter": true });
  const chat = stubChat();
  await renderApp();
  await sendMessage("Calculate it");
  const answer = await waitForRequest(chat, 1);
  send(answer, ...steps);
  answer.end();
  return chat;
}

const getDecisions = ({ request }: StubbedAnswer): unknown =>
  (request as object as { continueRun: { decisions: unknown } }).continueRun.decisions;

test("code runs by itself, shows what it does and prints, and the answer continues with the result", async () => {
  const python = stubPython();
  const chat = await askForSteps(createStep());
  const options = chat.answers[0]?.request.options;
  expect(options).toMatchObject({ codeInterpreterAssistantId: expect.stringMatching(/^local:/) });
  await eventually(() => python.runs.length).toBe(1);
  const [run] = python.runs;
  expect(run?.code).toBe("print(1)");
  await expect.element(lastAnswer().getByText("Running Python… Loading Python")).toBeVisible();
  run?.options.onProgress?.("packages");
  await expect.element(lastAnswer().getByText("Running Python… Installing packages")).toBeVisible();
  run?.options.onProgress?.("running");
  run?.options.onOutput?.("stdout", "half way\n");
  await expect.element(lastAnswer().getByRole("region", { name: "Output so far" })).toHaveTextContent("half way");
  run?.end({ stdout: "half way\n1\n", value: "2" });
  const continued = await waitForRequest(chat, 2);
  expect(getDecisions(continued)).toEqual([
    {
      stepId: "s1",
      isApproved: true,
      result: { text: "Output:\nhalf way\n1\n\nValue:\n2", isError: false, files: [], threadId: "python-1" },
    },
  ]);
  send(continued, createStep({ state: "done", result: "Output:\n1" }));
  continued.write("It is 1.");
  continued.end();
  await waitForAnswerEnd();
  await expect.element(lastAnswer().getByText("It is 1.")).toBeVisible();
  await lastAnswer().getByRole("button", { name: "Run Python" }).click();
  await expect.element(lastAnswer().getByRole("group", { name: "Code, Python" })).toHaveTextContent("print(1)");
  expect(python.runs).toHaveLength(1);
});

test("the button stops the code, and the answer continues", async () => {
  const python = stubPython();
  const chat = await askForSteps(createStep());
  await eventually(() => python.runs.length).toBe(1);
  await lastAnswer().getByRole("button", { name: "Stop", exact: true }).click();
  const continued = await waitForRequest(chat, 2);
  expect(getDecisions(continued)).toMatchObject([
    { isApproved: true, result: { text: "The person stopped the code.", isError: true, wasStopped: true } },
  ]);
  expect(chat.stoppedIds).toEqual([]);
  // What it ran in is gone.
  expect(python.closedIds).toEqual(["python-1"]);
  continued.end();
  await waitForAnswerEnd();
});

test("stopping the answer stops the code, and the answer as soon as the server continues it", async () => {
  const python = stubPython();
  const chat = await askForSteps(createStep());
  await eventually(() => python.runs.length).toBe(1);
  await stopButton().click();
  const continued = await waitForRequest(chat, 2);
  await eventually(() => chat.stoppedIds.length).toBe(1);
  continued.end({ end: "stopped" });
  await waitForAnswerEnd();
});

test("code that a page has not run before it was closed runs when the chat is opened, and the model is told that the interpreter is new", async () => {
  stubPython((run) => run.end({ value: "3" }));
  const chat = stubChat();
  const [question, answer] = createBranch(["Calculate it", ""]);
  if (!question || !answer) throw new Error("the branch has two messages");
  const state = { codeInterpreter: { content: [], threadId: "python-0" } };
  const steps = [createStep({ id: "s0", state: "done", result: "ok" }), createStep({ round: 1 })];
  const data = { ...answer.data, run: { requestId: "r1" }, steps, state };
  await openStoredChat([question, { ...answer, data }]);
  const continued = await waitForRequest(chat, 1);
  expect(continued.request).toMatchObject({ continueRun: { runId: "r1" } });
  expect(getDecisions(continued)).toMatchObject([
    {
      stepId: "s1",
      result: {
        text: "The interpreter was restarted: variables and files of earlier code are gone.\n\nValue:\n3",
        threadId: "python-1",
      },
    },
  ]);
  // The new interpreter takes the place of the one that is gone, and nobody is told twice.
  continued.send({ s: "meta", state: { codeInterpreter: { content: [], threadId: "python-1" } } });
  send(continued, ...steps.map((step) => ({ ...step, state: "done" as const })), createStep({ id: "s2", round: 2 }));
  continued.end();
  const last = await waitForRequest(chat, 2);
  expect(getDecisions(last)).toMatchObject([{ stepId: "s2", result: { text: "Value:\n3" } }]);
  last.end();
  await waitForAnswerEnd();
});

test("if another step needs an approval, the code runs after the decision, and everything is sent together", async () => {
  const python = stubPython((run) => run.end());
  const chat = await askForSteps(
    createStep(),
    createStep({ id: "s2", tool: "send", title: "Send", runsInBrowser: false }),
  );
  await expect.element(lastAnswer().getByText("Python runs when you have decided")).toBeVisible();
  expect(python.runs).toHaveLength(0);
  await lastAnswer().getByRole("button", { name: "Don’t allow" }).click();
  const continued = await waitForRequest(chat, 2);
  expect(getDecisions(continued)).toMatchObject([
    { stepId: "s2", isApproved: false },
    { stepId: "s1", isApproved: true, result: { isError: false } },
  ]);
  continued.end();
  await waitForAnswerEnd();
});

test("while another tab runs the code, this one does not; when that tab is closed, it takes over", async () => {
  const python = stubPython((run) => run.end());
  const otherTab = Promise.withResolvers<void>();
  const chat = stubChat();
  pluginStates.write(getPerson().id, { "code-interpreter": true });
  await renderApp();
  await sendMessage("Calculate it");
  const answer = await waitForRequest(chat, 1);
  const runId = answer.request.options?.requestId ?? "";
  void navigator.locks.request(`browser-steps:${runId}`, () => otherTab.promise);
  send(answer, createStep());
  answer.end();
  await expect.element(lastAnswer().getByText("Python is running in another tab")).toBeVisible();
  expect(python.runs).toHaveLength(0);
  otherTab.resolve();
  const continued = await waitForRequest(chat, 2);
  expect(python.runs).toHaveLength(1);
  continued.end();
  await waitForAnswerEnd();
});

test("a result that does not reach the server is sent again by a button, without running the code again", async () => {
  const python = stubPython();
  const chat = await askForSteps(createStep());
  await eventually(() => python.runs.length).toBe(1);
  const restore = loseChats();
  python.runs[0]?.end({ value: "1" });
  await expect.element(lastAnswer().getByText("The result wasn’t sent", { exact: true })).toBeVisible();
  restore();
  await lastAnswer().getByRole("button", { name: "Try again" }).click();
  const continued = await waitForRequest(chat, 2);
  expect(getDecisions(continued)).toMatchObject([{ result: { text: "Value:\n1" } }]);
  expect(python.runs).toHaveLength(1);
  continued.end();
  await waitForAnswerEnd();
});

test("without the feature, requests say nothing of it; switched off, that it is skipped", async () => {
  const chat = stubChat((answer) => answer.end());
  await renderApp();
  await sendMessage("Hello");
  const answer = await waitForRequest(chat, 1);
  expect(answer.request.options).toMatchObject({ skipCodeInterpreter: true });
  expect(answer.request.options).not.toHaveProperty("codeInterpreterAssistantId");
});
