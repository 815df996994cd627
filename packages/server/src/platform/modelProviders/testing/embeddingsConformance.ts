import { describe, expect, test } from "vitest";
import { type EmbedCall, ModelError, type ModelProvider } from "../modelProvider.ts";
import { failureOf } from "./modelWireConformance.ts";

export function buildEmbedCall(texts: readonly string[], overrides: Partial<EmbedCall> = {}): EmbedCall {
  return {
    model: "text-embedding-scripted",
    texts,
    purpose: "document",
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Runs the tests for providers with embeddings. `counts`: true if the server reports token counts. */
export function describeEmbeddings(
  name: string,
  open: (overrides?: { key?: string }) => ModelProvider,
  { counts }: { counts: boolean },
): void {
  const embed = async (texts: readonly string[], overrides: Partial<EmbedCall> = {}, provider = open()) => {
    if (!provider.embed) throw new Error("this provider has no embeddings");
    return provider.embed(buildEmbedCall(texts, overrides));
  };

  describe(`embeddings of the ${name} provider`, () => {
    test("are one per text, in order, with equal dimensions, and deterministic", async () => {
      const texts = Array.from({ length: 130 }, (_, index) => `text number ${index}`);
      const { vectors } = await embed(texts);
      expect(vectors).toHaveLength(texts.length);
      expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
      for (const index of [0, 64, 129]) {
        const { vectors: repeatedVectors } = await embed([texts[index] ?? ""]);
        expect(repeatedVectors[0]).toEqual(vectors[index]);
      }
    });

    test("are similar for similar texts, and are available for questions", async () => {
      const { vectors } = await embed(["the physician has a car", "the doctor has an automobile", "rain in April"]);
      const [first = [], second = [], third = []] = vectors;
      const similarity = (a: readonly number[], b: readonly number[]) =>
        a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
      expect(similarity(first, second)).toBeGreaterThan(similarity(first, third));
      expect((await embed(["where is the doctor?"], { purpose: "question" })).vectors).toHaveLength(1);
    });

    test("come with the token count if the server reports it", async () => {
      const { inputTokens } = await embed(["one two", "three four five"]);
      expect(inputTokens).toBe(counts ? 5 : null);
    });

    test("of no texts are an empty list", async () => {
      expect((await embed([])).vectors).toEqual([]);
    });

    test.each([
      ["401", "unauthorized"],
      ["400", "badRequest"],
      ["429; retry-after: 7", "rateLimited"],
      ["500", "serverError"],
    ])("that fail with status %s are %s", async (status, kind) => {
      const error = await failureOf(embed([`a marker sentence [[status: ${status}]]`]));
      expect(error.kind).toBe(kind);
      expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("marker");
    });

    test("of an unknown model fail with modelNotFound, and with a wrong key with unauthorized", async () => {
      expect((await failureOf(embed(["hello"], { model: "none" }))).kind).toBe("modelNotFound");
      expect((await failureOf(embed(["hello"], {}, open({ key: "sk-wrong-key-9876" })))).kind).toBe("unauthorized");
    });

    test("throw the signal's reason if it was aborted", async () => {
      const reason = new Error("stopped");
      const thrownError = await embed(["hello"], { signal: AbortSignal.abort(reason) }).catch(
        (error: unknown) => error,
      );
      expect(thrownError).toBe(reason);
      expect(thrownError).not.toBeInstanceOf(ModelError);
    });
  });
}
