import { type Conversation, deriveCopyId, type PromptTemplate } from "@lectern/contract";
import { buildCopyName } from "../../../../entities/conversations/actions/buildCopyName.ts";
import type { OpenImport } from "../openImport.ts";

/**
 * Replaces items of a snapshot by copies with other ids and names that are marked as copies. `copyIds`: the ids of the
 * copies by those of the items.
 */
export function withCopies(open: OpenImport, shareKey: string, copyIds: ReadonlyMap<string, string>): OpenImport {
  const originalIds = new Map([...copyIds].map(([id, copyId]) => [copyId, id]));
  const copySummary = <Item extends { id: string; name: string }>(item: Item): Item => {
    const copyId = copyIds.get(item.id);
    return copyId === undefined ? item : { ...item, id: copyId, name: buildCopyName(item.name) };
  };
  const copyPrompt = (prompt: PromptTemplate): PromptTemplate => {
    const { rootPromptId } = prompt.data;
    const rootCopyId = copyIds.has(prompt.id) && rootPromptId ? copyIds.get(rootPromptId) : undefined;
    const data = rootCopyId === undefined ? prompt.data : { ...prompt.data, rootPromptId: rootCopyId };
    return copySummary({ ...prompt, data });
  };
  return {
    ...open,
    preview: {
      ...open.preview,
      conversations: open.preview.conversations.map(copySummary),
      prompts: open.preview.prompts.map(copyPrompt),
    },
    loadConversations: async (ids) => {
      const conversations = await open.loadConversations(ids.map((id) => originalIds.get(id) ?? id));
      return Promise.all(
        conversations.map((conversation) =>
          copyIds.has(conversation.id) ? copyMessages(copySummary(conversation), shareKey) : conversation,
        ),
      );
    },
  };
}

async function copyMessages(conversation: Conversation, shareKey: string): Promise<Conversation> {
  const ids = new Map<string | null, string>();
  for (const { id } of conversation.messages) ids.set(id, await deriveCopyId(shareKey, id));
  return {
    ...conversation,
    headId: ids.get(conversation.headId) ?? null,
    messages: conversation.messages.map((message) => ({
      ...message,
      id: ids.get(message.id) ?? message.id,
      parentId: ids.get(message.parentId) ?? null,
    })),
  };
}
