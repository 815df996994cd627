import type { Message, PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { findPromptsForTags } from "../use/appliesTo.ts";
import { transformAnswer } from "./transformAnswer.ts";

const reply: Message = { id: "r", parentId: "q", role: "assistant", content: "Hello", data: { modelName: "M" } };
const createTransformer = (name: string, requiredTags: string[], code = "x"): PromptTemplate => ({
  id: name,
  name,
  description: "",
  content: "",
  folderId: null,
  type: "output_transformer",
  data: { code, requiredTags },
});

describe("an answer", () => {
  test("is changed by each transformer in turn; the original text is stored", async () => {
    const changedAnswer = await transformAnswer(
      reply,
      [createTransformer("A", []), createTransformer("B", [])],
      async (_, text) => ({
        text: `${text}!`,
      }),
    );
    expect(changedAnswer).toMatchObject({
      id: "r",
      content: "Hello!!",
      data: { modelName: "M", untransformed: "Hello", notice: "Changed by “A” and “B”." },
    });
  });

  test("stays unchanged if a transformer fails or returns an empty text, and has a notice about it", async () => {
    const answerWithNotice = await transformAnswer(reply, [createTransformer("A", [])], async () => ({
      problem: "it took too long",
    }));
    expect(answerWithNotice?.content).toBe("Hello");
    expect(answerWithNotice?.data.notice).toBe("The output transformer “A” couldn’t be used: it took too long.");
    expect(answerWithNotice?.data).not.toHaveProperty("untransformed");
    const unchangedAnswer = await transformAnswer(reply, [createTransformer("A", [])], async () => ({ text: " " }));
    expect(unchangedAnswer).toMatchObject({
      content: "Hello",
      data: { notice: expect.stringContaining("returned no text") },
    });
  });

  test("cuts its notice between characters, however many transformers fail", async () => {
    for (const first of ["", "a"]) {
      const failingTransformers = Array.from({ length: 5 }, () => createTransformer(`${first}${"🌍".repeat(190)}`, []));
      const answerWithNotice = await transformAnswer(reply, failingTransformers, async () => ({
        problem: "it took too long",
      }));
      expect(answerWithNotice?.data.notice?.isWellFormed()).toBe(true);
    }
  });

  test("is returned itself if nothing changed or there is no code", async () => {
    expect(await transformAnswer(reply, [createTransformer("A", [])], async (_, text) => ({ text }))).toBe(reply);
    expect(await transformAnswer(reply, [createTransformer("A", [], " ")], async () => ({ text: "x" }))).toBe(reply);
  });
});

test("a transformer applies to conversations with all its tags; without tags it applies to none", () => {
  const all = [createTransformer("B", ["x", "y"]), createTransformer("A", ["x"]), createTransformer("none", [])];
  const findNames = (tags: string[]) => findPromptsForTags("output_transformer", tags, all).map(({ name }) => name);
  expect(findNames(["x"])).toEqual(["A"]);
  expect(findNames(["y", "z", "x"])).toEqual(["A", "B"]);
  expect(findNames([])).toEqual([]);
});
