import { type Conversation, deriveCopyId, type PromptTemplate } from "@lectern/contract";
import type { ConversationStore } from "../../../../entities/conversations/store/conversationStore.ts";
import type { ImportTarget } from "../applyImport.ts";
import type { OpenImport } from "../openImport.ts";
import { withCopies } from "./withCopies.ts";

/** Reading one from the cloud is a call. Any further ones count as changed, because an update must not be lost. */
const maxComparedConversations = 50;

interface FindCopiesOptions {
  /** The key of the snapshot. */
  shareKey: string;
  target: Pick<ImportTarget, "promptStore" | "knownIds">;
  read: ConversationStore["read"];
  signal: AbortSignal;
}

/**
 * Finds what of a snapshot exists here with other content, and returns the import that adds it under new ids. Null if
 * there is nothing to add, also because the copies exist already.
 */
export async function findCopies(open: OpenImport, options: FindCopiesOptions): Promise<OpenImport | null> {
  const { shareKey, target } = options;
  const prompts = target.promptStore.state.getState().prompts;
  const changedIds = [
    ...(await findChangedConversations(open, options)),
    ...findChangedPrompts(open.preview.prompts, prompts),
  ];
  const existingIds = new Set([...target.knownIds, ...prompts.map(({ id }) => id)]);
  const copyIds = new Map<string, string>();
  for (const id of changedIds) {
    const copyId = await deriveCopyId(shareKey, id);
    if (!existingIds.has(copyId)) copyIds.set(id, copyId);
  }
  return copyIds.size === 0 ? null : withCopies(open, shareKey, copyIds);
}

/** True if a shared conversation has a message that the existing one lacks or has with another text. Pure. */
function hasOtherMessages(shared: Pick<Conversation, "messages">, existing: Pick<Conversation, "messages">): boolean {
  const contents = new Map(existing.messages.map(({ id, content }) => [id, content]));
  return shared.messages.some(({ id, content }) => contents.get(id) !== content);
}

async function findChangedConversations(
  open: OpenImport,
  { target, read, signal }: FindCopiesOptions,
): Promise<string[]> {
  const knownIds = open.preview.conversations.map(({ id }) => id).filter((id) => target.knownIds.has(id));
  const changedIds = knownIds.slice(maxComparedConversations);
  for (const id of knownIds.slice(0, maxComparedConversations)) {
    const [shared] = await open.loadConversations([id]);
    signal.throwIfAborted();
    if (shared && (await isChanged(shared, read, signal))) changedIds.push(id);
  }
  return changedIds;
}

/** True if a conversation that exists here differs from the shared one, or cannot be read. */
export async function isChanged(
  shared: Conversation,
  read: ConversationStore["read"],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return hasOtherMessages(shared, await read(shared.id, signal));
  } catch {
    signal.throwIfAborted();
    return true;
  }
}

function findChangedPrompts(shared: readonly PromptTemplate[], existing: readonly PromptTemplate[]): string[] {
  const existingPrompts = new Map(existing.map((prompt) => [prompt.id, prompt]));
  const known = shared.filter(({ id }) => existingPrompts.has(id));
  const changedIds = new Set(
    known
      .filter(({ id, name, description, content }) => {
        const prompt = existingPrompts.get(id);
        return prompt?.name !== name || prompt.description !== description || prompt.content !== content;
      })
      .map(({ id }) => id),
  );
  // A prompt uses the copy of its root prompt only if it is copied, too.
  for (const { id, data } of known) if (changedIds.has(data.rootPromptId ?? "")) changedIds.add(id);
  return [...changedIds];
}
