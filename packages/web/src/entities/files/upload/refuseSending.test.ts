import { describe, expect, test } from "vitest";
import { type Attachment, attachmentOfSource } from "./attachment.ts";
import { failedReason, refuseSending } from "./refuseSending.ts";

const options = { acceptsImages: true, windowTokens: 1_000, canSearch: true };
const document = (totalTokens: number): Attachment =>
  attachmentOfSource({ id: "s3://u/d/a.json", key: "u/d/a.json", name: "a.pdf", totalTokens });
const picture = (totalTokens: Record<string, number>): Attachment =>
  attachmentOfSource({
    id: "s3://u/d/b.json",
    key: "u/d/b.json",
    name: "b.png",
    totalTokens,
    metadata: { isImage: true },
  });

describe("a message with documents", () => {
  test("[C5.03] waits until all of them are at 100", () => {
    const wait = "Please wait for all documents to finish uploading or remove them from the prompt.";
    expect(refuseSending("Hi", [document(1), { ...document(1), progress: 95, state: "processing" }], options)).toBe(
      wait,
    );
    expect(refuseSending("Hi", [{ ...document(1), progress: 0, state: "failed" }], options)).toBe(wait);
    expect(refuseSending("Hi", [document(1)], options)).toBe(null);
  });

  test("has no more of them than the server takes", () => {
    const many = Array.from({ length: 101 }, () => document(1));
    expect(refuseSending("Hi", many, options)).toMatch(/at most 100 documents/);
    expect(refuseSending("Hi", many.slice(1), options)).toBe(null);
  });

  test("[C5.09] takes no pictures along to a model that does not see them", () => {
    const refused = refuseSending("Hi", [picture({ openai: 5 })], { ...options, acceptsImages: false });
    expect(refused).toBe("This model cannot see images. Please choose a model that does, or remove the image.");
  });

  test("[C5.04b] says by how much it is over the window and what helps, where its documents cannot be searched", () => {
    const refused = refuseSending("x".repeat(40), [document(1_200)], { ...options, canSearch: false });
    expect(refused).toBe(
      "Message limit is 1000 tokens. Your prompt and the attached documents have about 1210 tokens. Please remove attachments or choose smaller excerpts.",
    );
    expect(refuseSending("Hi", [document(1_200)], options)).toBe(null);
    expect(refuseSending("Hi", [picture({ openai: 100, google: 1_500 })], options)).toMatch(/about 1501 tokens/);
    expect(refuseSending("Hi", [document(1_200)], { ...options, canSearch: false, windowTokens: null })).toBe(null);
  });
});

describe("documents that failed", () => {
  const failed = (name: string, reason: string | null): Attachment => ({
    ...document(1),
    name,
    reason,
    state: "failed",
  });

  test("are named with what went wrong and what can be done", () => {
    expect(failedReason([document(1), failed("broken.docx", "The file is damaged.")])).toBe(
      "broken.docx failed: The file is damaged. Remove it or try again.",
    );
    expect(failedReason([failed("a.txt", "gone"), failed("b.txt", null)])).toBe(
      "a.txt failed: gone. b.txt failed: upload failed. Remove them or try again.",
    );
    const many = Array.from({ length: 5 }, (_, at) => failed(`${at}.txt`, "Gone."));
    expect(failedReason(many)).toMatch(/2\.txt failed: Gone\. 2 more failed\. Remove them/);
    expect(failedReason([document(1), { ...document(1), state: "processing" }])).toBe(null);
  });
});
