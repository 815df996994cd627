import type { FlagName, Flags } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { useAskAboutFiles } from "../entities/chat/sending/useAskAboutFiles.ts";
import { ConversationsProvider } from "../entities/conversations/ConversationsProvider.tsx";
import { newConversation } from "../entities/conversations/newConversation.ts";
import { createMemoryConversations } from "../entities/conversations/store/createMemoryConversations.ts";
import { flagsQuery } from "../entities/flags/useFlag.ts";
import { type Workspace, WorkspaceContext } from "../entities/shell/workspace.ts";
import { conversationStorage } from "../features/conversations/contributions.tsx";
import { composerAttachments } from "../features/files/attach/ComposerAttachments.tsx";
import { PromptFileField } from "../features/files/attach/PromptFileField.tsx";
import { FilesPage } from "../features/files/page/FilesPage.tsx";

const conversation = { ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()), id: "c1" };

const AttachButton = composerAttachments.Button;
const composerProps = { conversation, model: null, draftKey: "c1", text: "", setText: () => {} };
const composer = AttachButton && <AttachButton {...composerProps} />;
const promptField = (
  <PromptFileField draftKey="c1" isSingle={false} labelledBy="label" describedBy="note" onDocuments={() => {}} />
);
const storageToggle = <conversationStorage.Component conversation={conversation} blockedReason={null} />;
const filesPage = <FilesPage />;
const CanAsk = () => (useAskAboutFiles() ? "can ask" : "");
const canAsk = <CanAsk />;
const workspace = {
  user: { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false },
  config: { uploadMaxBytes: 1_000, uploadExtensions: null },
  blockedReason: null,
} as Workspace;

function render(node: ReactNode, flags: Partial<Flags> | null): string {
  const cache = new QueryClient();
  cache.setQueryData(["localConversations", "u1"], createMemoryConversations());
  if (flags) cache.setQueryData(flagsQuery.queryKey, flags as Flags);
  return renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback={null}>
          <WorkspaceContext value={workspace}>{node}</WorkspaceContext>
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

// Uploads subscribe to the browser's events.
beforeEach(() => void vi.stubGlobal("addEventListener", () => {}));

const gates: [FlagName, string, { node: ReactNode; text: string; otherFlags?: Partial<Flags> }][] = [
  [
    "storeCloudConversations",
    "moving a conversation to the cloud",
    { node: storageToggle, text: "change where this chat is stored" },
  ],
  ["uploadDocuments", "attaching documents to a message", { node: composer, text: "Attach documents" }],
  ["uploadDocuments", "attaching documents to a template", { node: promptField, text: "Attach documents" }],
  ["uploadDocuments", "uploading to Your Files", { node: filesPage, text: "Upload files" }],
  [
    "uploadDocuments",
    "asking about uploaded files",
    { node: canAsk, text: "can ask", otherFlags: { dataSourceSelectorOnInput: true } },
  ],
  [
    "dataSourceSelectorOnInput",
    "asking about uploaded files",
    { node: canAsk, text: "can ask", otherFlags: { uploadDocuments: true } },
  ],
  [
    "dataSourceSelectorOnInput",
    "choosing uploaded files for a message",
    { node: composer, text: 'aria-haspopup="menu"', otherFlags: { uploadDocuments: true } },
  ],
  [
    "dataSourceSelectorOnInput",
    "choosing uploaded files for a template",
    { node: promptField, text: 'aria-haspopup="menu"', otherFlags: { uploadDocuments: true } },
  ],
];

test.each(gates)(
  "[C1.12] [C6.02] [A1.10] only the server's flag %s enables %s",
  (flag, _feature, { node, text, otherFlags }) => {
    expect(render(node, { ...otherFlags, [flag]: true })).toContain(text);
    expect(render(node, { ...otherFlags, [flag]: false })).not.toContain(text);
    expect(render(node, null)).not.toContain(text);
  },
);
