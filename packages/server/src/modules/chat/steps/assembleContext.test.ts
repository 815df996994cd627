import type { ChatRequestInput } from "@lectern/contract";
import { ChatRequest } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import type { HistoryMessage, RunAttachments } from "../../../core/run/run.ts";
import { createTokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import { toChatTurn } from "../chatTurn.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import { assembleContext } from "./assembleContext.ts";
import { buildContextFrame } from "./buildContextFrame.ts";

const model: UsableModel = {
  id: "m",
  upstreamId: "m",
  name: "Model",
  systemPrompt: "",
  inputContextWindow: 2_000,
  outputTokenLimit: 1_000,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  endpoint: null,
  isGuide: false,
};
const tokens = createTokenCounter();

type Stored = { history: readonly HistoryMessage[]; prompt: string | null } | null;
type MessageAttachments = Pick<RunAttachments, "block" | "tokens" | "images">;
const noAttachments: MessageAttachments = { block: "", tokens: 0, images: new Map() };
const assemble = (
  history: Partial<ChatRequestInput> = {},
  more: Partial<UsableModel> = {},
  stored: Stored = null,
  beside: Partial<MessageAttachments> = {},
) => {
  const request = ChatRequest.parse({ model: "m", messages: [{ role: "user", content: "Hi" }], ...history });
  const usableModel = { ...model, ...more };
  const turn = toChatTurn(request);
  const frame = buildContextFrame({
    turn,
    model: usableModel,
    history: stored?.history ?? turn.messages,
    storedPrompt: stored?.prompt ?? null,
    contributions: [],
    allowsTools: false,
  });
  return assembleContext(tokens, frame, usableModel, { ...noAttachments, ...beside });
};
const createQuestion = (content: string) => ({ role: "user" as const, content });
const createAnswer = (content: string) => ({ role: "assistant" as const, content });

describe("instructions", () => {
  test("[C1.13] default to concise Markdown, with diagrams and charts only on request", async () => {
    const { messages } = await assemble();
    expect(messages[0]).toEqual({ role: "system", content: defaultInstruction });
    expect(defaultInstruction).toMatch(/\bAnswer in Markdown and be concise\b/);
    expect(defaultInstruction).toMatch(
      /\bDraw a diagram with Mermaid \([^.]*`mermaid`\) or a chart with Vega-Lite \([^.]*`vega-lite`\) only when the person explicitly asks for one\.$/,
    );
  });

  test("of the client take precedence over the stored ones, and those over the default", async () => {
    const storedBranch = { history: [createQuestion("Hi")], prompt: "Stored." };
    expect((await assemble({ prompt: "Sent." }, {}, storedBranch)).messages[0]?.content).toBe("Sent.");
    expect((await assemble({}, {}, storedBranch)).messages[0]?.content).toBe("Stored.");
    expect((await assemble({}, {}, { ...storedBranch, prompt: " " })).messages[0]?.content).toBe(defaultInstruction);
  });

  test("include the model's own instructions from the catalogue", async () => {
    const { messages } = await assemble({ prompt: "Sent." }, { systemPrompt: "The model's." });
    expect(messages[0]?.content).toBe("Sent.\n\nThe model's.");
  });

  test("precede the person's first message for a model without system prompts", async () => {
    const { messages } = await assemble({ prompt: "Sent." }, { supportsSystemPrompts: false });
    expect(messages).toEqual([createQuestion("Sent.\n\nHi")]);
  });
});

describe("messages", () => {
  test("that fit are sent in order; those of the environment have the user role, and empty answers are left out", async () => {
    const history = [
      createQuestion("a"),
      createAnswer(""),
      { role: "environment" as const, content: "b" },
      createAnswer("c"),
      createQuestion("d"),
    ];
    const { messages, notices } = await assemble({ messages: history });
    expect(messages.slice(1)).toEqual([
      createQuestion("a"),
      createQuestion("b"),
      createAnswer("c"),
      createQuestion("d"),
    ]);
    expect(notices).toEqual([]);
  });

  test("are limited to the newest ones that fit beside the answer, starting with a person's; a notice counts the rest", async () => {
    const long = "word ".repeat(400);
    const history = [
      createQuestion(`1 ${long}`),
      createAnswer(`2 ${long}`),
      createQuestion(`3 ${long}`),
      createAnswer(`4 ${long}`),
      createQuestion("5"),
    ];
    const { messages, notices } = await assemble({ messages: history, prompt: "Brief." });
    expect(messages.map(({ content }) => content.slice(0, 2).trim())).toEqual(["Br", "3", "4", "5"]);
    expect(notices).toMatchObject([
      { summary: "Earlier messages left out", type: "info", inProgress: true, sticky: false },
    ]);
    expect(notices[0]?.message).toContain("the oldest 2 messages were");
  });

  test("are counted exactly before any of them is left out", async () => {
    const history = [createQuestion("word ".repeat(600)), createAnswer("Yes."), createQuestion("5")];
    const { messages, notices } = await assemble({ messages: history, prompt: "Brief." });
    expect(messages).toHaveLength(4);
    expect(notices).toEqual([]);
  });

  test("are rejected with a clear error if the last one alone does not fit", async () => {
    const tooLongError = expect.objectContaining({
      code: "tooLarge",
      userMessage: expect.stringContaining("too long for this model"),
    });
    await expect(assemble({ messages: [createQuestion("word ".repeat(3_000))] })).rejects.toEqual(tooLongError);
    await expect(assemble({ messages: [createQuestion("a".repeat(3_900_000))] })).rejects.toEqual(tooLongError);
  });

  test("of a cloud conversation are those of the stored branch", async () => {
    const { messages } = await assemble(
      {},
      {},
      { history: [createQuestion("stored"), createAnswer("yes"), createQuestion("Hi")], prompt: null },
    );
    expect(messages.slice(1).map(({ content }) => content)).toEqual(["stored", "yes", "Hi"]);
  });
});

describe("attachments", () => {
  const image = { mediaType: "image/png", data: "AA==", tokens: 300 };

  test("documents precede the last message's text, and images are sent with their own message", async () => {
    const messages = [{ id: "m1", ...createQuestion("a") }, createAnswer("b"), { id: "m3", ...createQuestion("c") }];
    const images = new Map([
      ["m1", [image]],
      ["m3", [image, image]],
    ]);
    const context = await assemble({ messages }, {}, null, { block: "Documents. ", tokens: 10, images });
    expect(context.messages.slice(1)).toEqual([
      { ...createQuestion("a"), images: [image] },
      createAnswer("b"),
      { ...createQuestion("Documents. c"), images: [image, image] },
    ]);
  });

  test("are counted: older messages are left out, and attachments that do not fit alone are rejected", async () => {
    const messages = [{ id: "m1", ...createQuestion("a") }, createAnswer("b"), { id: "m3", ...createQuestion("c") }];
    const first = new Map([["m1", [image]]]);
    const context = await assemble({ messages, prompt: "Brief." }, {}, null, {
      block: "D",
      tokens: 1_300,
      images: first,
    });
    expect(context.messages.slice(1)).toEqual([createQuestion("Dc")]);
    const large = new Map([["m3", [{ ...image, tokens: 1_600 }]]]);
    await expect(assemble({ messages }, {}, null, { images: large })).rejects.toMatchObject({ code: "tooLarge" });
  });

  test("follow the instructions for a model without system prompts", async () => {
    const { messages } = await assemble({ prompt: "Sent." }, { supportsSystemPrompts: false }, null, { block: "D. " });
    expect(messages).toEqual([createQuestion("Sent.\n\nD. Hi")]);
  });
});

describe("the limit of the answer", () => {
  test("is half of the model's output limit by default", async () => {
    expect((await assemble()).maxTokens).toBe(500);
  });

  test("is the requested one, up to the model's limit", async () => {
    expect((await assemble({ max_tokens: 40 })).maxTokens).toBe(40);
    expect((await assemble({ max_tokens: 999_999 })).maxTokens).toBe(1_000);
  });

  test("leaves tokens for the question even if the model's output limit equals its window", async () => {
    const { maxTokens, messages } = await assemble({ max_tokens: 2_000 }, { outputTokenLimit: 2_000 });
    expect(messages).toHaveLength(2);
    expect(maxTokens).toBeGreaterThan(1_000);
    expect(maxTokens).toBeLessThan(2_000);
  });
});
