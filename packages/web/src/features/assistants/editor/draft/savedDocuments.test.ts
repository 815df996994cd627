import type { AssistantDocument } from "@lectern/contract";
import { expect, test } from "vitest";
import { describeSavedDocuments } from "./savedDocuments.ts";

const source = { id: "s3://x", name: "Script.pdf", key: "x" };
const describe = (state?: AssistantDocument["state"]) => {
  const document = { key: "x", name: "Script.pdf", type: "", progress: 40, reason: "Broken", totalTokens: 12 };
  const states = new Map(state === undefined ? [] : [["x", { ...document, state }]]);
  const [attachment] = describeSavedDocuments([source], states);
  return attachment;
};

test("[G4.08] documents that the assistant has already are at 100 percent, unless they are still being read", () => {
  expect(describe("ready")).toMatchObject({ id: "s3://x", state: "ready", progress: 100 });
  expect(describe()).toMatchObject({ state: "ready", progress: 100 });
  expect(describe("extracting")).toMatchObject({ state: "processing", progress: 95 });
});

test("a document that is deleted or could not be read says so", () => {
  expect(describe("deleted")).toMatchObject({ state: "failed", reason: "This file no longer exists." });
  expect(describe("failed")).toMatchObject({ state: "failed", reason: "Broken" });
});
