import {
  type Conversation,
  cancelOpenSteps,
  forkBranch,
  groupArtifacts,
  hasWaitingStep,
  listBranchVersions,
  type Message,
  parseConversationArtifacts,
} from "@lectern/contract";
import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { buildCopyName } from "./buildCopyName.ts";
import { uploadToCloud } from "./uploadToCloud.ts";

const forkSuffix = " (fork)";

export function createCopyActions(core: StoreCore): Pick<ConversationActions, "fork" | "copy"> {
  const { localConversations, conversationCache, getTimestamp, notifyTabs } = core;

  /**
   * Stores a new conversation in this browser or in the cloud, as `isLocal` says. A conversation without messages stays
   * in this browser until its first message. Returns the id.
   */
  async function storeCopy(newConversation: Conversation): Promise<string> {
    const needsUpload = !newConversation.isLocal && newConversation.messages.length > 0;
    const storedConversation = needsUpload ? await uploadToCloud(newConversation) : newConversation;
    if (!needsUpload) await localConversations.put(storedConversation);
    else await localConversations.putStub(storedConversation).catch(() => {}); // The next sync restores the stub.
    conversationCache.set(storedConversation);
    notifyTabs(storedConversation.id, true);
    return storedConversation.id;
  }

  /**
   * Returns a copy of the conversation with a new id, created now, neither pinned nor archived, without references to
   * unfinished runs.
   */
  const withNewIdentity = (conversation: Conversation): Conversation => ({
    ...conversation,
    id: crypto.randomUUID(),
    isPinned: false,
    isArchived: false,
    createdAt: getTimestamp(),
    updatedAt: getTimestamp(),
    messages: conversation.messages.map(withoutOpenRun),
    revision: 0,
  });

  return {
    async fork(id, messageId) {
      const conversation = await core.read(id);
      // Another device may have switched to another branch. Fork the branch that leads to the message.
      const messages = forkBranch({ ...conversation, headId: messageId }, messageId);
      if (messages.length === 0) throw new Error("The message no longer exists.");
      const { artifacts, ...original } = conversation;
      const branchIds = new Set(messages.map((message) => message.id));
      const branchArtifacts = groupArtifacts(listBranchVersions(parseConversationArtifacts(artifacts), branchIds));
      const fork = {
        ...withNewIdentity({ ...original, messages, ...(branchArtifacts && { artifacts: branchArtifacts }) }),
        headId: messageId,
        codeInterpreterAssistantId: null,
      };
      return storeCopy({ ...fork, name: buildCopyName(conversation.name, forkSuffix) });
    },

    async copy(id) {
      const conversation = await core.read(id);
      return storeCopy({ ...withNewIdentity(conversation), name: buildCopyName(conversation.name) });
    },
  };
}

/**
 * Removes the reference to a run that has not ended or waits for an approval: only the original conversation continues
 * to receive its answer.
 */
function withoutOpenRun(message: Message): Message {
  const { run, ...data } = message.data;
  if (!run || (data.end && !hasWaitingStep(data))) return message;
  return { ...message, data: data.steps ? { ...data, steps: cancelOpenSteps(data.steps) } : data };
}
