import { describe, expect, test } from "vitest";
import { PromptTemplate, PromptType } from "./prompts.ts";

const template = {
  id: "p1",
  name: "Lesson",
  description: "Begins a lesson",
  content: "Explain {{topic}}.",
  folderId: "f1",
  type: "prompt",
  groupId: "g1",
  data: {
    rootPromptId: "p2",
    requiredTags: ["sea"],
    conversationTags: ["lesson"],
    hidden: true,
    tags: ["mine"],
    code: "return text;",
    assistant: { definition: {} },
    access: { read: true, write: false },
    noCopy: true,
    noEdit: true,
    noDelete: true,
    noShare: true,
    other: "of another client",
  },
};
const isValid = (changes: object) => PromptTemplate.safeParse({ ...template, ...changes }).success;

describe("a prompt template", () => {
  test("[C3.14] has an id, a name, a description, content, a folder, a type, a group and data, which are all stored", () => {
    expect(PromptTemplate.parse(template)).toEqual(template);
    for (const field of ["id", "name", "description", "content", "folderId", "type", "groupId", "data"]) {
      expect(isValid({ [field]: 1 }), field).toBe(false);
    }
    for (const field of ["id", "name", "content", "type"]) expect(isValid({ [field]: undefined }), field).toBe(false);
    const { description: _, folderId: __, groupId: ___, data: ____, ...required } = template;
    expect(PromptTemplate.parse(required)).toEqual({ ...required, description: "", folderId: null, data: {} });
  });

  test("[C3.14] is of one of six types", () => {
    expect(new Set(PromptType.options)).toEqual(
      new Set(["prompt", "root_prompt", "automation", "prefix_prompt", "output_transformer", "follow_up"]),
    );
    for (const type of PromptType.options) expect(isValid({ type }), type).toBe(true);
    expect(isValid({ type: "other" })).toBe(false);
  });

  test("[C3.14] has data whose fields have the right types", () => {
    const { other: _, access, ...fields } = template.data;
    for (const field of [...Object.keys(fields), "access"]) {
      expect(isValid({ data: { ...template.data, [field]: 1 } }), field).toBe(false);
    }
    for (const right of Object.keys(access)) {
      expect(isValid({ data: { access: { ...access, [right]: "yes" } } }), right).toBe(false);
    }
  });
});
