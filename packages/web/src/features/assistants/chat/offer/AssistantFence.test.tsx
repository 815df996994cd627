import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ConversationsProvider } from "../../../../entities/conversations/ConversationsProvider.tsx";
import { createMemoryConversations } from "../../../../entities/conversations/store/createMemoryConversations.ts";
import { type Workspace, WorkspaceContext } from "../../../../entities/shell/workspace.ts";
import { AssistantFence } from "./AssistantFence.tsx";

const workspace = { conversationId: "c" } as Workspace; // all that is used

function draw(code: string, isComplete = true): string {
  const cache = new QueryClient();
  cache.setQueryData(["localConversations", "u1"], createMemoryConversations());
  return renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback="Opening">
          <WorkspaceContext value={workspace}>
            <AssistantFence language="assistant" code={code} isComplete={isComplete} />
          </WorkspaceContext>
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

/** Returns the labels of the preview's fields with their texts. */
const listFields = (html: string) =>
  Array.from(html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g), ([, label, text]) => [label, text]);

const offer = {
  ...{ name: "Essay coach", description: "Helps with essays.", instructions: "Ask first." },
  dataSources: [
    { id: "s3://ada/1.json", name: "essays.pdf", type: "application/pdf" },
    { id: "s3://ada/2.json", name: "style.md", type: "text/markdown" },
  ],
};

test("[C2.36b] the preview of an offered assistant has its description, instructions and data sources, and the button that creates it", () => {
  const html = draw(JSON.stringify(offer));
  expect(listFields(html)).toEqual([
    ["Description", "Helps with essays."],
    ["Instructions", "Ask first."],
    ["Data Sources", "essays.pdf, style.md"],
  ]);
  expect(html).toMatch(/<button[^>]*>.*Create Assistant.*<\/button>/);
  expect(html).not.toContain("We are making progress");
});

test("[C2.36b] [C4.45] until the offer is complete, it shows only that there is progress", () => {
  const html = draw(JSON.stringify(offer), false);
  expect(html).toContain(">We are making progress on your assistant<");
  expect(listFields(html)).toEqual([]);
  expect(html).not.toContain("<button");
});

test("fields that the model left out say so, and the instructions are never blank", () => {
  expect(listFields(draw("name: Essay coach"))).toEqual([
    ["Description", "None"],
    ["Instructions", "name: Essay coach"],
    ["Data Sources", "None"],
  ]);
});
