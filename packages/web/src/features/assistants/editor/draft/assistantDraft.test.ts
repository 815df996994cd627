import { expect, test } from "vitest";
import { copyToDraft, createEmptyDraft, isSameDraft, parseTags, toContent, toDraft } from "./assistantDraft.ts";
import { createCustomApi, toOperation } from "./customApiDraft.ts";
import { createDefinition } from "./testing/createDefinition.ts";

const source = (id: string) => ({ id: `s3://${id}`, name: `${id}.pdf`, key: id });

test("[G2.02] a copy has what its original has, and is named after it", () => {
  const original = createDefinition({
    ...{ name: "Tutor", description: "Of heat", instructions: "Be kind.", disclaimer: "It errs." },
    ...{ uri: "https://example.org", tags: ["physics", "heat"], dataSources: [source("heat")], isPublished: false },
  });
  original.data = {
    ...original.data,
    ...{ icon: "🔥", starters: ["What is heat?"], model: "small", conversationTags: ["course"] },
    messageOptions: { ...original.data.messageOptions, includeMessageIds: true },
  };
  expect(copyToDraft(original, [])).toEqual({ ...toDraft(original), name: "Tutor (Copy)" });
  expect(toContent(copyToDraft(original, []))).toMatchObject({
    ...{ name: "Tutor (Copy)", description: "Of heat", instructions: "Be kind.", disclaimer: "It errs." },
    ...{ uri: "https://example.org", tags: ["physics", "heat"], dataSources: [source("heat")] },
    data: { icon: "🔥", starters: ["What is heat?"], model: "small", conversationTags: ["course"] },
  });
});

test("a copy is not published, and keeps the data of those group types that its group has", () => {
  const type = {
    additionalInstructions: "Slowly",
    dataSources: [],
    documentState: {},
    isDisabled: false,
    disabledMessage: "",
  };
  const definition = createDefinition({ isPublished: true });
  definition.data.groupTypeData = { Student: type, Staff: type };
  const copy = copyToDraft(definition, ["Student", "Guest"]);
  expect(copy.isPublished).toBe(false);
  expect(Object.keys(copy.groupTypeData)).toEqual(["Student"]);
});

test("[G5.05] tags are separated by commas and trimmed", () => {
  expect(parseTags(" physics,, heat , physics,")).toEqual(["physics", "heat"]);
  expect(toContent({ ...createEmptyDraft(), tags: "a , b" }).tags).toEqual(["a", "b"]);
  expect(toContent({ ...createEmptyDraft(), conversationTags: " c" }).data.conversationTags).toEqual(["c"]);
});

test("[G9.03] [C9.22] messages have no ids and line numbers unless the author wants them", () => {
  expect(toContent(createEmptyDraft()).data.messageOptions).toEqual({
    includeMessageIds: false,
    includeUserLineNumbers: false,
    includeAssistantLineNumbers: false,
  });
});

test("what is saved without changes equals what was read, with what the editor does not show", () => {
  const definition = createDefinition({
    name: "Tutor",
    tags: ["a", "b"],
    dataSources: [source("x")],
    uri: "https://tutors.example.org/",
    tools: ["search"],
  });
  definition.data.starters = ["What is heat?"];
  definition.data.opsLanguageVersion = "v4";
  definition.data.operations = [
    { id: "weather", name: "weather", description: "Tells it.", params: [], type: "custom" },
    toOperation({ ...createCustomApi(), name: "Courses" }, "courses"),
  ];
  const { name, description, instructions, disclaimer, uri, provider, tools, tags, dataSources } = definition;
  const { tags: _, access: _access, groupId: _groupId, ...data } = definition.data;
  expect(toContent(toDraft(definition))).toEqual({
    name,
    description,
    instructions,
    disclaimer,
    uri,
    provider,
    tools,
    tags,
    dataSources,
    data,
  });
});

test("documents that were added follow those that the assistant has, each once", () => {
  const draft = { ...createEmptyDraft(), dataSources: [source("x")] };
  const content = toContent(draft, { own: [source("x"), source("y")], byType: { Student: [source("z")] } });
  expect(content.dataSources.map(({ key }) => key)).toEqual(["x", "y"]);
  expect(content.data.groupTypeData).toEqual({
    Student: { additionalInstructions: "", dataSources: [source("z")], isDisabled: false, disabledMessage: "" },
  });
});

test("blank starters and empty group types are not saved", () => {
  const type = { additionalInstructions: "", dataSources: [], isDisabled: false, disabledMessage: "" };
  const content = toContent({ ...createEmptyDraft(), starters: [" ", "Hello"], groupTypeData: { Student: type } });
  expect(content.data.starters).toEqual(["Hello"]);
  expect(content.data.groupTypeData).toEqual({});
});

test("drafts are the same in whatever order their fields were written", () => {
  const draft = createEmptyDraft();
  expect(isSameDraft(draft, { ...Object.fromEntries(Object.entries(draft).reverse()), ...draft })).toBe(true);
  expect(isSameDraft(draft, { ...draft, name: "a" })).toBe(false);
});
