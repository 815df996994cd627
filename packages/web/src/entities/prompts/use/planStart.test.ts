import type { PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { formatConversationName } from "./formatConversationName.ts";
import { planStart } from "./planStart.ts";

const prompt = (fields: Partial<PromptTemplate>): PromptTemplate => ({
  id: "p",
  name: "P",
  description: "",
  content: "Ask {{this}}",
  folderId: null,
  type: "prompt",
  data: {},
  ...fields,
});
const root = prompt({
  id: "root",
  name: "Tutor",
  type: "root_prompt",
  content: "You teach {{subject}} well.",
  data: { conversationTags: ["course"], requiredTags: ["tutored"] },
});

describe("a conversation that starts with a template", () => {
  test("[C4.42] has the root prompt that it refers to as its instructions, variables blanked, and the tags of both", () => {
    const template = prompt({ data: { rootPromptId: "root", conversationTags: ["a", "course"], requiredTags: ["b"] } });
    expect(planStart(template, [template, root])).toEqual({
      firstPrompt: template,
      name: "P",
      instructions: "You teach  well.",
      tags: ["a", "course", "b", "tutored"],
    });
  });

  test("[C4.42] starts without instructions if it refers to no root prompt, or to one that was deleted or has another type", () => {
    expect(planStart(prompt({}), [prompt({}), root])).toMatchObject({ instructions: null, tags: [] });
    const template = prompt({ data: { rootPromptId: "root" } });
    expect(planStart(template, [template])).toMatchObject({ instructions: null, tags: [] });
    expect(planStart(template, [template, { ...root, type: "prompt" }])).toMatchObject({ instructions: null });
  });

  test("[C4.43] wraps a root prompt that is started on its own", () => {
    const plan = planStart(root, [root]);
    expect(plan).toMatchObject({
      name: "Chat with Tutor",
      instructions: "You teach  well.",
      tags: ["course", "tutored"],
    });
    expect(plan.firstPrompt).toMatchObject({ type: "prompt", content: "Tell me about what you can help me with." });
  });

  test("has no first message with an output transformer", () => {
    const transformer = prompt({ type: "output_transformer", data: { requiredTags: ["t"] } });
    expect(planStart(transformer, [])).toMatchObject({ firstPrompt: null, tags: ["t"] });
  });

  test("[C4.44] is named after the template and the time", () => {
    expect(formatConversationName("Summary", new Date(2026, 2, 5, 9, 7))).toBe("Summary 03/05/26 09:07");
    expect(formatConversationName("Summary", new Date(2026, 10, 25, 0, 0))).toBe("Summary 11/25/26 00:00");
    expect(formatConversationName("Summary", new Date(2026, 10, 25, 23, 59))).toBe("Summary 11/25/26 23:59");
  });
});
