import { describe, expect, test } from "vitest";
import { type Attachment, createSourceAttachment } from "./attachment.ts";
import { checkAttachments as findProblem } from "./checkAttachments.ts";

const checkAttachments = (...args: Parameters<typeof findProblem>) => findProblem(...args)?.text ?? null;
const options = { acceptsImages: true, windowTokens: 1_000, canSearch: true };
const document = (totalTokens: number): Attachment =>
  createSourceAttachment({ id: "s3://u/d/a.json", key: "u/d/a.json", name: "a.pdf", totalTokens });
const image = (totalTokens: Record<string, number>): Attachment =>
  createSourceAttachment({
    id: "s3://u/d/b.json",
    key: "u/d/b.json",
    name: "b.png",
    totalTokens,
    metadata: { isImage: true },
  });

describe("a message with documents", () => {
  test("[C5.03] must wait until all of them are at 100", () => {
    const waitText = "Please wait for all documents to finish uploading or remove them from the prompt.";
    expect(checkAttachments("Hi", [document(1), { ...document(1), progress: 95, state: "processing" }], options)).toBe(
      waitText,
    );
    expect(checkAttachments("Hi", [{ ...document(1), progress: 0, state: "uploading" }], options)).toBe(waitText);
    expect(checkAttachments("Hi", [document(1)], options)).toBe(null);
  });

  // The notice has the sentence about waiting below this one.
  test("cannot be sent with one that failed, even if others are being read, and is not told to wait for it", () => {
    const failed = { ...document(1), name: "scan.pdf", progress: 95, state: "failed" as const };
    const pending = { ...document(1), progress: 95, state: "processing" as const };
    expect(checkAttachments("Hi", [pending, failed], options)).toBe(
      "Your message wasn’t sent because “scan.pdf” can’t be used.",
    );
    expect(checkAttachments("Hi", [failed, failed], options)).toBe(
      "Your message wasn’t sent because 2 of its documents can’t be used.",
    );
  });

  test("has at most as many as the server accepts", () => {
    const many = Array.from({ length: 101 }, () => document(1));
    expect(checkAttachments("Hi", many, options)).toMatch(/at most 100 documents/);
    expect(checkAttachments("Hi", many.slice(1), options)).toBe(null);
  });

  test("[C5.09] cannot send images to a model that does not accept them", () => {
    const problem = checkAttachments("Hi", [image({ openai: 5 })], { ...options, acceptsImages: false });
    expect(problem).toBe("This model can’t see images. Choose a model that can, or go on without the image.");
  });

  // A deliberate deviation: documents that can be searched may exceed the window, because only passages of them are sent.
  test("[C5.04b] shows the limit, its size and what to do if documents exceed the window and cannot be searched", () => {
    const problem = checkAttachments("x".repeat(40), [document(1_200)], { ...options, canSearch: false });
    expect(problem).toBe(
      "Message limit is 1000 tokens. Your prompt and the attached documents have about 1210 tokens. Please remove attachments or choose smaller excerpts.",
    );
    expect(checkAttachments("Hi", [document(1_200)], options)).toBe(null);
    const checkTwo = (tokens: number) =>
      checkAttachments("x".repeat(40), [document(600), document(tokens)], { ...options, canSearch: false });
    expect(checkTwo(390)).toBe(null);
    expect(checkTwo(391)).toMatch(/^Message limit is 1000 tokens\. .* about 1001 tokens\./);
    expect(checkAttachments("Hi", [image({ openai: 100, google: 1_500 })], options)).toMatch(/about 1501 tokens/);
    expect(checkAttachments("Hi", [document(1_200)], { ...options, canSearch: false, windowTokens: null })).toBe(null);
  });
});
