import type { ConversationSummary, Folder } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import { ChatProvider } from "../../../entities/chat/ChatProvider.tsx";
import { ConversationsProvider } from "../../../entities/conversations/ConversationsProvider.tsx";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { conversationKeys } from "../../../entities/conversations/store/conversationCache.ts";
import { createMemoryConversations } from "../../../entities/conversations/store/createMemoryConversations.ts";
import { toStoredSummary } from "../../../entities/conversations/storedSummary.ts";
import { PromptStoreProvider } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { type Workspace, WorkspaceContext } from "../../../entities/shell/workspace.ts";
import { writeUserValue } from "../../../lib/userStorage.ts";
import { StorageToggle } from "../storage/StorageToggle.tsx";
import { ConversationSidebar } from "./ConversationSidebar.tsx";

const draft = { ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()), id: "draft" };
const summaryNamed = (name: string, changes: Partial<ConversationSummary> = {}) => ({
  ...draft,
  id: name,
  name,
  ...changes,
});

const noPromptStore = { loadBuiltIn: async () => [], onConflictCopies() {}, onChangesUndone() {}, onRejected() {} };

const workspace: Workspace = {
  user: { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false },
  config: {
    productName: "Reading Room",
    chatEndpoint: "/chat",
    policyUrl: null,
    contactEmail: null,
    supportEmail: null,
    version: "1",
    uploadMaxBytes: 1_000,
    uploadExtensions: null,
    recognizesText: false,
    locksWhileAnswering: false,
    logoUrl: null,
    accentColor: null,
    helpUrl: null,
    conditions: null,
    banner: null,
    starters: [],
    defaultStorage: null,
    promptCostAlert: null,
  },
  conversationId: "Carnot",
  blockedReason: null,
  startConversation() {},
};

function draw(conversations: (typeof draft)[] | null, node: ReactNode): string {
  const cache = new QueryClient();
  cache.setQueryData(["localConversations", "u1"], createMemoryConversations());
  cache.setQueryData(["flags"], { storeCloudConversations: true });
  if (conversations) cache.setQueryData(conversationKeys.list("u1"), conversations.map(toStoredSummary));
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback="Opening">
          <PromptStoreProvider userId="u1" setup={noPromptStore}>
            <ChatProvider endpoint="/chat">
              <main>{node}</main>
            </ChatProvider>
          </PromptStoreProvider>
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return html.slice(html.indexOf("<main>")).replaceAll("<!-- -->", "");
}

const drawSidebar = (conversations: (typeof draft)[] | null, blockedReason: string | null = null) =>
  draw(
    conversations,
    <WorkspaceContext value={{ ...workspace, blockedReason }}>
      <ConversationSidebar />
    </WorkspaceContext>,
  );

describe("the sidebar", () => {
  test("is a skeleton while the list is being loaded", () => {
    expect(drawSidebar(null)).toContain("Loading chats");
  });

  test("shows 'No data.' if there are no conversations other than the draft", () => {
    expect(drawSidebar([])).toContain(">No data.<");
    expect(drawSidebar([draft])).toContain(">No data.<");
  });

  test("lists conversations by day, the last changed first, with the selected one and their storage marked", () => {
    const html = drawSidebar([
      summaryNamed("Old", { updatedAt: "2020-05-01T10:00:00.000Z" }),
      summaryNamed("Carnot"),
      { ...summaryNamed("Remote", { updatedAt: "2020-05-02T10:00:00.000Z" }), isLocal: false, revision: 1 },
    ]);
    const order = ["Today", "Carnot", "(in this browser)", "May 2020", "Remote", "(in the cloud)", "Old"].map((text) =>
      html.indexOf(`>${text}<`),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/data-row="Carnot"[^>]*tabindex="0"[^>]*aria-current="page"/);
    expect(html.match(/tabindex="0"[^>]*aria-label="Actions/gi)).toHaveLength(1);
  });

  test("marks the chats that are elsewhere than most, with the icon of their place", () => {
    const here = (name: string) => summaryNamed(name);
    const away = (name: string) => ({ ...summaryNamed(name), isLocal: false, revision: 1 });
    const marksOf = (conversations: (typeof draft)[]) =>
      drawSidebar(conversations)
        .split("data-row=")
        .slice(1)
        .flatMap((row) => {
          const [, icon] = /tabler-icon-(cloud|device-laptop)\b/.exec(row) ?? [];
          const [, name] = /^"(\w+)"/.exec(row) ?? [];
          return icon === undefined ? [] : [`${name}: ${icon}`];
        });
    expect(marksOf([here("A"), here("B"), away("C")])).toEqual(["C: cloud"]);
    expect(marksOf([away("A"), away("B"), here("C")])).toEqual(["C: device-laptop"]);
    expect(marksOf([here("A"), away("B")])).toEqual(["B: cloud"]);
    expect(marksOf([here("A"), here("B")])).toEqual([]);
    expect(marksOf([away("A"), away("B")])).toEqual([]);
  });

  test("shows why nothing else can be opened while an answer is being written", () => {
    const html = drawSidebar([summaryNamed("Carnot"), summaryNamed("Other")], "An answer is coming");
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(3);
    expect(html.match(/aria-description="An answer is coming"/g)).toHaveLength(3);
  });

  test("renders only the rows in view", () => {
    const manySummaries = Array.from({ length: 10_000 }, (_, index) => summaryNamed(`Name ${index}`));
    expect(drawSidebar(manySummaries).match(/data-row=/g)?.length).toBeLessThan(60);
  });
});

describe("folders", () => {
  const createFolder = (id: string, changes: Partial<Folder> = {}): Folder => ({
    id,
    name: id,
    type: "chat",
    ...changes,
  });
  const storeValue = (key: string, value: unknown) =>
    writeUserValue("u1", key, typeof value === "string" ? value : JSON.stringify(value));
  const namesIn = (html: string) =>
    [...html.matchAll(/title="([^"]*)" aria-expanded="(true|false)"/g)].map(([, name, isOpen]) => `${name} ${isOpen}`);
  afterEach(() => {
    for (const key of ["folders", "openChatFolders", "settings", "chatFolderSort"]) {
      writeUserValue("u1", key, null);
    }
  });

  test("[C3.12] are above the conversations without a folder, those of its type only, pinned ones first and group folders last", () => {
    storeValue("folders", [
      createFolder("Shared", { isGroupFolder: true, date: "2026-03-01" }),
      createFolder("Older", { date: "2026-01-01" }),
      createFolder("Newer", { date: "2026-02-01" }),
      createFolder("Pinned", { pinned: true }),
      createFolder("Prompts", { type: "prompt" }),
    ]);
    const html = drawSidebar([summaryNamed("Unfiled"), summaryNamed("Filed", { folderId: "Older" })]);
    expect(namesIn(html)).toEqual(["Pinned false", "Newer false", "Older false", "Shared false"]);
    expect(html).not.toContain(">Filed<");
    expect(html.indexOf(">Unfiled<")).toBeGreaterThan(html.indexOf(">Shared<"));
  });

  test("are sorted by name if that was chosen, and stay open", () => {
    storeValue("folders", [createFolder("b", { date: "2026-02-01" }), createFolder("a", { date: "2026-01-01" })]);
    expect(namesIn(drawSidebar([]))).toEqual(["b false", "a false"]);
    storeValue("chatFolderSort", "name");
    storeValue("openChatFolders", ["b"]);
    const html = drawSidebar([summaryNamed("Within", { folderId: "b" })]);
    expect(namesIn(html)).toEqual(["a false", "b true"]);
    expect(html).toMatch(/aria-level="2".*>Within</);
  });

  test("[C6.05] of groups are left out with their conversations if they are hidden", () => {
    storeValue("folders", [
      createFolder("Seen", { isGroupFolder: true }),
      createFolder("Hidden", { isGroupFolder: true }),
    ]);
    storeValue("settings", { hiddenGroupFolderIds: ["Hidden"] });
    const html = drawSidebar([summaryNamed("Within", { folderId: "Hidden" }), summaryNamed("Beside")]);
    expect(namesIn(html)).toEqual(["Seen false"]);
    expect(html).not.toContain(">Within<");
    expect(html).toContain(">Beside<");
  });

  test("[C6.05] that are built in are left out while they are empty, and have no menu", () => {
    expect(namesIn(drawSidebar([summaryNamed("Beside")]))).toEqual([]);
    const html = drawSidebar([summaryNamed("By an agent", { folderId: "agents" })]);
    expect(namesIn(html)).toEqual(["Agents false"]);
    expect(html).not.toContain("Actions for Agents");
  });

  test("that this browser does not know leave their conversations without a folder", () => {
    expect(drawSidebar([summaryNamed("Astray", { folderId: "unknown" })])).toContain(">Astray<");
  });

  test("that contain the open conversation are open", () => {
    storeValue("folders", [createFolder("f")]);
    expect(namesIn(drawSidebar([summaryNamed("Carnot", { folderId: "f" })]))).toEqual(["f true"]);
  });

  test("with an unknown form in the browser's storage are ignored", () => {
    storeValue("openChatFolders", "{broken");
    storeValue("folders", [{ id: 7 }, createFolder("Sound")]);
    expect(namesIn(drawSidebar([]))).toEqual(["Sound false"]);
  });
});

describe("the storage of a conversation", () => {
  const drawToggle = (isLocal: boolean, canUseCloud: boolean) =>
    draw([], <StorageToggle conversation={{ ...draft, isLocal }} blockedReason={null} canUseCloud={canUseCloud} />);

  test("is shown and can be changed", () => {
    expect(drawToggle(true, true)).toMatch(
      /aria-label="This browser, change where this chat is stored".*>This browser</,
    );
    expect(drawToggle(false, true)).toMatch(/aria-label="Cloud, change where this chat is stored".*>Cloud</);
  });

  test("cannot be chosen without the cloud", () => {
    expect(drawToggle(true, false)).not.toContain("<button");
    expect(drawToggle(false, false)).toContain("Cloud, change where");
  });
});
