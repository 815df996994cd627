import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { newConversation } from "../../../../entities/conversations/newConversation.ts";
import { createEmptyDraft } from "../draft/assistantDraft.ts";
import { AdvancedFields } from "./AdvancedFields.tsx";

test("[A9.13] a new assistant has the provider 'Amplify' and version 1, and its chats the temperature 1", () => {
  const html = renderToString(
    <MantineProvider>
      <AdvancedFields draft={createEmptyDraft()} problems={{}} change={() => {}} assistantId={null} version={1} />
    </MantineProvider>,
  );
  expect(html).toContain("Version 1, provider Amplify");
  const choices = { isLocal: true, modelId: null, temperature: null };
  expect(newConversation(choices, new Date()).temperature).toBe(1);
});
