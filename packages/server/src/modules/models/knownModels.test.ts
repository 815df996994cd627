import { describe, expect, test } from "vitest";
import {
  compareByKnownOrder,
  findKnownModel,
  isGeminiChatModel,
  isOfferedForChat,
  isOpenAiChatModel,
} from "./knownModels.ts";

describe("OpenAI's list", () => {
  test.each(["gpt-5.4", "gpt-5-mini", "gpt-4o", "o3", "o4-mini", "gpt-7", "chatgpt-4o-latest"])(
    "%s is a chat model",
    (id) => {
      expect(isOpenAiChatModel(id)).toBe(true);
    },
  );

  test.each([
    "text-embedding-3-small",
    "gpt-4o-audio-preview",
    "gpt-realtime",
    "gpt-image-1",
    "gpt-4o-2024-08-06",
    "gpt-5-pro",
    "gpt-5-codex",
    "whisper-1",
    "tts-1",
    "dall-e-3",
    "o3-deep-research",
    "omni-moderation-latest",
    "sora-2",
  ])("%s is not offered", (id) => {
    expect(isOpenAiChatModel(id)).toBe(false);
  });
});

test("a dated model has the properties of the undated one", () => {
  expect(findKnownModel("gpt-4o-2024-08-06")).toBe(findKnownModel("gpt-4o"));
  expect(findKnownModel("llama3")).toBeNull();
});

describe("Google's list", () => {
  test.each(["gemini-3.8-flash", "gemini-4-argon", "gemini-2.5-flash-lite", "gemini-5-neon", "gemma-3-27b-it"])(
    "%s is a chat model",
    (id) => {
      expect(isGeminiChatModel(id)).toBe(true);
    },
  );

  test.each([
    "gemini-2.5-flash-image",
    "gemini-2.5-pro-preview-tts",
    "gemini-3.8-live",
    "gemini-embedding-001",
    "gemini-2.0-flash-001",
    "gemini-2.5-flash-preview-09-2025",
    "gemini-flash-latest",
    "gemini-2.5-computer-use-preview-10-2025",
    "imagen-4.0-generate-001",
    "aqa",
  ])("%s is not offered", (id) => {
    expect(isGeminiChatModel(id)).toBe(false);
  });
});

test.each([
  ["eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
  ["anthropic.claude-opus-5-5", "claude-opus-5-5"],
  ["global.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5"],
])("Bedrock's %s is %s", (id, plain) => {
  expect(findKnownModel(id)).toBe(findKnownModel(plain));
  expect(findKnownModel(plain)?.name).toBeDefined();
});

test("known models come before the others, which keep their order", () => {
  expect(["zeta", "gpt-4o", "alpha", "gpt-5.4"].sort(compareByKnownOrder)).toEqual([
    "gpt-5.4",
    "gpt-4o",
    "zeta",
    "alpha",
  ]);
});

test("a server’s models of other kinds are not offered for chats", () => {
  for (const id of ["whisper-1", "text-embedding-3-small", "bge-m3", "bge-reranker-v2-m3"])
    expect([id, isOfferedForChat("http://localhost:8080/v1", id)]).toEqual([id, false]);
  expect(isOfferedForChat("http://localhost:8080/v1", "qwen3:8b")).toBe(true);
});
