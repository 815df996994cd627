import { ContinueRequest, type Conversation, type Message, type ToolStep } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newConversation } from "../../conversations/newConversation.ts";
import type { TurnStore } from "../../conversations/turnStore.ts";
import { getNextParentId } from "../sending/chatRequest.ts";
import { type ChatRuns, createChatRuns, type RunObserver } from "./chatRuns.ts";
import { createRunStore } from "./runStore.ts";

const choices = { isLocal: true, modelId: null, temperature: null };
const emptyConversation = { ...newConversation(choices, new Date("2026-11-21T10:00:00.000Z")), id: "c1" };
const createStep = (changes: Partial<ToolStep>): ToolStep => ({
  id: "s1",
  round: 0,
  tool: "send_mail",
  title: "Send an email",
  arguments: '{"to":"anna@example.org"}',
  state: "waiting",
  offset: 8,
  ...changes,
});
const question: Message = { id: "u1", parentId: null, role: "user", content: "Write to Anna", data: {} };
const waitingAnswer: Message = {
  id: "a1",
  parentId: "u1",
  role: "assistant",
  content: "I write.",
  data: {
    ...{ run: { requestId: "run-1" }, end: { end: "done" }, steps: [createStep({})] },
    ...{ needsProcessing: true, reasoning: "Hm." },
  },
};
const allowed = [{ stepId: "s1", isApproved: true }];
const rebuilt: readonly unknown[] = [
  { s: "meta", r: "Hm." },
  { s: "m1", d: "I write." },
  { s: "meta", step: createStep({ state: "running" }) },
  { s: "meta", step: createStep({ state: "done", result: "Sent", durationMs: 40 }) },
  { s: "m1", d: "\n\nIt is sent." },
  { s: "meta", end: "done" },
];

/** The conversation that all tabs share. */
let conversation: Conversation;
let posts: ContinueRequest["continueRun"][];
let outcomes: unknown[];
let errorTexts: string[];
let reload: () => Promise<Conversation | null>;
let respond: (path: string) => Response | Promise<Response>;

const toStream = (events: readonly unknown[]) =>
  new Response(
    [...events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"].join(
      "",
    ),
    { headers: { "content-type": "text/event-stream" } },
  );
const toRefusal = (status: number, code: string, message: string) =>
  Response.json({ success: false, error: { code, message }, code, message }, { status });

function putMessage(message: Message): void {
  const messages = conversation.messages.map((each) => (each.id === message.id ? message : each));
  conversation = { ...conversation, messages };
}

function openTab(): ChatRuns {
  const turns: TurnStore = {
    beginTurn: async () => expect.fail("no message is sent"),
    withdrawTurn: async () => expect.fail("no message is withdrawn"),
    setCodeInterpreterId: async () => {},
    confirmTurn: async (_, answer) => putMessage(answer),
    saveAnswer: async (_, answer) => putMessage(answer),
    finishTurn: async () => {},
    nameUnanswered: async () => {},
    showVersion: async () => {},
    reload: () => reload(),
  };
  const runs = createChatRuns(
    () => ({
      endpoint: "/chat",
      turns,
      getAccessToken: async () => "token",
      onUnauthenticated: () => {},
      showError: (_, text) => errorTexts.push(text),
      closeErrors: () => {},
      showRejection: (_, text) => errorTexts.push(text),
      showLastingError: (text) => errorTexts.push(text),
      applyPrefixPrompts: async (text) => text,
      hasOutputTransformers: async () => false,
      getNewTags: () => [],
      getAssistantState: () => null,
      canMakeArtifacts: () => false,
      usesMemory: () => false,
      focusesMessages: () => false,
      usesSummaries: () => false,
      skipsSearch: () => false,
      getCodeInterpreterUse: () => "absent",
      prepareCodeInterpreter: async () => {},
      addTags: async () => {},
      onAssistantRefused: () => {},
      applyOutputTransformers: async () => null,
      streamGate: { enter: async () => ({ signal: new AbortController().signal, release: () => {} }) },
      locks: undefined,
    }),
    createRunStore((flush) => flush()),
  );
  const onEnd: RunObserver["onEnd"] = (_, __, outcome) => outcomes.push(outcome);
  runs.observe({ onEnd });
  return runs;
}

const getAnswer = () => conversation.messages.find(({ id }) => id === "a1");
const waitUntilEnd = (runs: ChatRuns) => vi.waitFor(() => expect(runs.isBusy("c1")).toBe(false));

beforeEach(() => {
  conversation = { ...emptyConversation, messages: [question, waitingAnswer], headId: "a1" };
  [posts, outcomes, errorTexts] = [[], [], []];
  reload = async () => conversation;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (init.method === "POST") posts.push(ContinueRequest.parse(JSON.parse(String(init.body))).continueRun);
    return respond(path);
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe.each([true, false])("an answer that waits for an approval (local conversation: %s)", (isLocal) => {
  beforeEach(() => {
    conversation = { ...conversation, isLocal };
  });

  test("continues as another run of the same message, which replaces all of it", async () => {
    respond = () => toStream(rebuilt);
    const runs = openTab();
    expect(await runs.continueAnswer(conversation, waitingAnswer, allowed)).toBeNull();
    await waitUntilEnd(runs);
    expect(posts).toEqual([{ runId: "run-1", requestId: expect.any(String), decisions: allowed }]);
    expect(getAnswer()).toMatchObject({ id: "a1", parentId: "u1", content: "I write.\n\nIt is sent." });
    const { run, end, steps, reasoning } = getAnswer()?.data ?? {};
    expect(reasoning).toBe("Hm.");
    expect(run).toEqual({ requestId: posts[0]?.requestId });
    expect(run?.requestId).not.toBe("run-1");
    expect(end).toEqual({ end: "done" });
    expect(steps).toEqual([createStep({ state: "done", result: "Sent", durationMs: 40 })]);
    expect(outcomes).toEqual([{ end: "done" }]);
  });

  test("shows its text and the decisions until the server responds, and stores the new run with the response", async () => {
    const { promise: response, resolve } = Promise.withResolvers<Response>();
    respond = () => response;
    const runs = openTab();
    const continued = runs.continueAnswer(conversation, waitingAnswer, allowed);
    const getShown = () => runs.store.getState().runs.c1?.answer;
    expect(getShown()).toMatchObject({ content: "I write.", steps: [{ id: "s1", state: "running" }] });
    expect(getAnswer()).toEqual(waitingAnswer);
    let close = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        close = () => {
          const text = rebuilt.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
          controller.enqueue(new TextEncoder().encode(`${text}data: [DONE]\n\n`));
          controller.close();
        };
      },
    });
    resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    expect(await continued).toBeNull();
    await vi.waitFor(() => expect(getAnswer()?.data.run).toEqual({ requestId: posts[0]?.requestId }));
    expect(getAnswer()?.data).not.toHaveProperty("end");
    expect(getShown()?.content).toBe("I write.");
    close();
    await waitUntilEnd(runs);
    expect(getAnswer()?.content).toBe("I write.\n\nIt is sent.");
  });

  test("waits again if another step needs an approval", async () => {
    const next = createStep({ id: "s2", round: 1 });
    respond = () => toStream([rebuilt[1], rebuilt[3], { s: "meta", step: next }, { s: "meta", end: "done" }]);
    const runs = openTab();
    await runs.continueAnswer(conversation, waitingAnswer, allowed);
    await waitUntilEnd(runs);
    expect(outcomes).toEqual(["waiting"]);
    // It is processed once it is complete.
    expect(getAnswer()?.data.needsProcessing).toBe(true);
    expect(getAnswer()?.data.steps?.map(({ state }) => state)).toEqual(["done", "waiting"]);
    const waitingAgain = getAnswer();
    if (!waitingAgain) throw new Error("the answer is stored");
    await runs.continueAnswer(conversation, waitingAgain, [{ stepId: "s2", isApproved: false }]);
    await waitUntilEnd(runs);
    expect(posts[1]?.runId).toBe(posts[0]?.requestId);
  });

  test("keeps its text if the server has lost the approval, and says so; a local one can then be edited", async () => {
    const text = "The server was restarted, so this can no longer be approved.";
    respond = () => toRefusal(404, "notFound", text);
    const runs = openTab();
    expect(await runs.continueAnswer(conversation, waitingAnswer, allowed)).toEqual({ text, kind: "lost" });
    expect(runs.isBusy("c1")).toBe(false);
    const steps = [createStep({ state: isLocal ? "cancelled" : "waiting" })];
    expect(getAnswer()).toEqual({ ...waitingAnswer, data: { ...waitingAnswer.data, steps } });
    expect(runs.store.getState().runs).toEqual({});
    expect(errorTexts).toEqual([]);
    expect(outcomes).toEqual(["waiting"]);
  });

  test("stays as it is without a network, and can be decided again", async () => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    const runs = openTab();
    const problem = await runs.continueAnswer(conversation, waitingAnswer, allowed);
    expect(problem).toMatchObject({ kind: "temporary", text: expect.stringContaining("unavailable") });
    expect(getAnswer()).toEqual(waitingAnswer);
    respond = () => toStream(rebuilt);
    expect(await runs.continueAnswer(conversation, waitingAnswer, allowed)).toBeNull();
    await waitUntilEnd(runs);
    expect(getAnswer()?.content).toBe("I write.\n\nIt is sent.");
  });

  test("is followed if the response to the decision was lost", async () => {
    respond = (path) => (path === "/chat" ? Promise.reject(new TypeError("Failed to fetch")) : toStream(rebuilt));
    const runs = openTab();
    expect(await runs.continueAnswer(conversation, waitingAnswer, allowed)).toBeNull();
    await waitUntilEnd(runs);
    expect(posts).toHaveLength(1);
    expect(getAnswer()?.content).toBe("I write.\n\nIt is sent.");
  });

  test("continues once if it is decided twice", async () => {
    respond = () => toStream(rebuilt);
    const runs = openTab();
    const both = [1, 2].map(() => runs.continueAnswer(conversation, waitingAnswer, allowed));
    expect(await Promise.all(both)).toEqual([null, null]);
    await waitUntilEnd(runs);
    expect(posts).toHaveLength(1);
  });

  test.each([
    ["has just decided", 409, "conflict"],
    ["has decided earlier", 404, "notFound"],
  ])("is followed if another tab %s, which stores that a moment later", async (_, status, code) => {
    const continued: Message = {
      ...waitingAnswer,
      data: { ...waitingAnswer.data, run: { requestId: "run-2" }, end: undefined },
    };
    let reads = 0;
    reload = async () => {
      reads += 1;
      if (reads === 2) putMessage(continued);
      return conversation;
    };
    const paths: string[] = [];
    respond = (path) => {
      paths.push(path);
      return path === "/chat" ? toRefusal(status, code, "This has been decided.") : toStream(rebuilt);
    };
    const runs = openTab();
    expect(await runs.continueAnswer(conversation, waitingAnswer, allowed)).toBeNull();
    await waitUntilEnd(runs);
    expect(paths).toEqual(["/chat", "/chat/run-2"]);
    expect(getAnswer()?.content).toBe("I write.\n\nIt is sent.");
  });
});

test("the next message follows an answer that has steps but no text, unlike an empty one", () => {
  const getParentId = (answer: Message) => getNextParentId({ ...conversation, messages: [question, answer] });
  expect(getParentId({ ...waitingAnswer, content: "" })).toBe("a1");
  expect(getParentId({ ...waitingAnswer, content: "", data: { end: { end: "failed" } } })).toBe("u1");
});

test("a reload in the middle of a continued answer resumes it", async () => {
  const { end: _, ...data } = waitingAnswer.data;
  putMessage({ ...waitingAnswer, data: { ...data, run: { requestId: "run-2" } } });
  respond = (path) => (path === "/chat/run-2" ? toStream(rebuilt) : new Response(null, { status: 404 }));
  const runs = openTab();
  runs.resume(conversation);
  await waitUntilEnd(runs);
  expect(getAnswer()?.content).toBe("I write.\n\nIt is sent.");
});
