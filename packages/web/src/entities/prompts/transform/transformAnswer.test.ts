import type { Message, PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { findPromptsForTags } from "../use/appliesTo.ts";
import { transformAnswer } from "./transformAnswer.ts";

const reply: Message = { id: "r", parentId: "q", role: "assistant", content: "Hello", data: { modelName: "M" } };
const transformer = (name: string, requiredTags: string[], code = "x"): PromptTemplate => ({
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
    const changed = await transformAnswer(reply, [transformer("A", []), transformer("B", [])], async (_, text) => ({
      text: `${text}!`,
    }));
    expect(changed).toMatchObject({
      id: "r",
      content: "Hello!!",
      data: { modelName: "M", untransformed: "Hello", notice: "Changed by “A”, “B”." },
    });
  });

  test("stays unchanged if a transformer fails or returns an empty text, and has a notice about it", async () => {
    const failed = await transformAnswer(reply, [transformer("A", [])], async () => ({ problem: "it took too long" }));
    expect(failed?.content).toBe("Hello");
    expect(failed?.data.notice).toBe("The output transformer “A” could not be used: it took too long.");
    expect(failed?.data).not.toHaveProperty("untransformed");
    const emptied = await transformAnswer(reply, [transformer("A", [])], async () => ({ text: " " }));
    expect(emptied).toMatchObject({
      content: "Hello",
      data: { notice: expect.stringContaining("returned no text") },
    });
  });

  test("cuts its notice between characters, however many transformers fail", async () => {
    for (const first of ["", "a"]) {
      const failing = Array.from({ length: 5 }, () => transformer(`${first}${"🌍".repeat(190)}`, []));
      const failed = await transformAnswer(reply, failing, async () => ({ problem: "it took too long" }));
      expect(failed?.data.notice?.isWellFormed()).toBe(true);
    }
  });

  test("is not written again if nothing changed or there is no code", async () => {
    expect(await transformAnswer(reply, [transformer("A", [])], async (_, text) => ({ text }))).toBeNull();
    expect(await transformAnswer(reply, [transformer("A", [], " ")], async () => ({ text: "x" }))).toBeNull();
  });
});

test("a transformer applies to conversations with all its tags; without tags it applies to none", () => {
  const all = [transformer("B", ["x", "y"]), transformer("A", ["x"]), transformer("none", [])];
  const names = (tags: string[]) => findPromptsForTags("output_transformer", tags, all).map(({ name }) => name);
  expect(names(["x"])).toEqual(["A"]);
  expect(names(["y", "z", "x"])).toEqual(["A", "B"]);
  expect(names([])).toEqual([]);
});
