import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { newConversation } from "../../../../entities/conversations/newConversation.ts";
import { type AssistantDraft, createEmptyDraft } from "../draft/assistantDraft.ts";
import { AdvancedFields } from "./AdvancedFields.tsx";

const render = (draft: AssistantDraft, assistantId: string | null = null) =>
  renderToString(
    <MantineProvider>
      <AdvancedFields draft={draft} problems={{}} change={() => {}} assistantId={assistantId} version={1} />
    </MantineProvider>,
  );

test("[A9.13] a new assistant has the provider 'Amplify', which is not named, and once it is saved version 1, and its chats the temperature 1", () => {
  expect(createEmptyDraft().provider).toBe("amplify");
  const html = render(createEmptyDraft());
  expect(html).not.toContain("Version");
  expect(html).not.toContain("provider");
  expect(render(createEmptyDraft(), "astp/1")).toContain("Version 1<");
  const choices = { isLocal: true, modelId: null, temperature: null };
  expect(newConversation(choices, new Date()).temperature).toBe(1);
});

test("an assistant of another provider says which one", () => {
  expect(render({ ...createEmptyDraft(), provider: "openai" }, "astp/1")).toContain("Version 1, provider OpenAI");
});

test("an assistant that uses no documents offers none of the ways to use them", () => {
  const draft = createEmptyDraft();
  const countDisabled = (usesNone: boolean) => {
    const dataSourceOptions = { ...draft.dataSourceOptions, disableDataSources: usesNone };
    const html = render({ ...draft, dataSourceOptions });
    return html.match(/<input[^>]*type="checkbox"[^>]*>/g)?.filter((input) => input.includes("disabled")).length;
  };
  expect(countDisabled(false)).toBe(0);
  expect(countDisabled(true)).toBe(7);
});
