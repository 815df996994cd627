import type { ConversationSummary } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ConversationSidebar } from "./ConversationSidebar.tsx";
import { ConversationsProvider } from "./ConversationsProvider.tsx";
import { keptSummaryOf } from "./keptSummary.ts";
import { memoryConversations } from "./memoryConversations.ts";
import { newConversation } from "./newConversation.ts";
import { StorageToggle } from "./StorageToggle.tsx";
import { conversationKeys } from "./shownConversations.ts";

const draft = { ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()), id: "draft" };
const named = (name: string, changes: Partial<ConversationSummary> = {}) => ({ ...draft, id: name, name, ...changes });

function draw(conversations: (typeof draft)[] | null, node: ReactNode): string {
  const cache = new QueryClient();
  cache.setQueryData(["localConversations", "u1"], memoryConversations());
  if (conversations) cache.setQueryData(conversationKeys.list("u1"), conversations.map(keptSummaryOf));
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback="Opening">
          <main>{node}</main>
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return html.slice(html.indexOf("<main>")).replaceAll("<!-- -->", "");
}

const sidebar = (conversations: (typeof draft)[] | null, blockedReason: string | null = null) =>
  draw(
    conversations,
    <ConversationSidebar
      selectedId="Carnot"
      blockedReason={blockedReason}
      canUseCloud
      onOpen={() => {}}
      onNew={() => {}}
    />,
  );

describe("the sidebar", () => {
  test("is a skeleton while the list is read", () => {
    expect(sidebar(null)).toContain("Loading the conversations");
  });

  test("says 'No data.' where there is none, and a draft is none", () => {
    expect(sidebar([])).toContain(">No data.<");
    expect(sidebar([draft])).toContain(">No data.<");
  });

  test("lists conversations by day, the last changed first, and marks the selected one and where each is kept", () => {
    const html = sidebar([
      named("Old", { updatedAt: "2020-05-01T10:00:00.000Z" }),
      named("Carnot"),
      { ...named("Remote", { updatedAt: "2020-05-02T10:00:00.000Z" }), isLocal: false, revision: 1 },
    ]);
    const order = ["Today", "Carnot", "(private)", "May 2020", "Remote", "(in the cloud)", "Old"].map((text) =>
      html.indexOf(`>${text}<`),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/data-row="Carnot" tabindex="0"[^>]*aria-current="page"/);
    expect(html.match(/tabindex="0"[^>]*aria-label="Actions/gi)).toHaveLength(1);
  });

  test("says why nothing else can be opened while an answer comes", () => {
    const html = sidebar([named("Carnot"), named("Other")], "An answer is coming");
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(3);
    expect(html.match(/aria-description="An answer is coming"/g)).toHaveLength(3);
  });

  test("has only the rows in view in the page", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => named(`Name ${index}`));
    expect(sidebar(many).match(/data-row=/g)?.length).toBeLessThan(60);
  });
});

describe("where a conversation is kept", () => {
  const toggle = (isLocal: boolean, canUseCloud: boolean) =>
    draw([], <StorageToggle conversation={{ ...draft, isLocal }} blockedReason={null} canUseCloud={canUseCloud} />);

  test("is said and can be changed", () => {
    expect(toggle(true, true)).toMatch(/aria-label="Private, keep in the cloud instead".*>Private</);
    expect(toggle(false, true)).toMatch(/aria-label="Cloud, make private instead".*>Cloud</);
  });

  test("is nothing to choose without the cloud", () => {
    expect(toggle(true, false)).not.toContain("<button");
    expect(toggle(false, false)).toContain("make private instead");
  });
});
