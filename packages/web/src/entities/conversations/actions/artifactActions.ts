import {
  type ArtifactOperation,
  addArtifactVersions,
  appendMessages,
  applyArtifactOperation,
  type Conversation,
  deleteArtifactVersion,
  editArtifactVersion,
  hasSpaceFor,
  limits,
  type Message,
  parseConversationArtifacts,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import type { ArtifactsChange, ConversationActions } from "../store/conversationActions.ts";
import { upsertMessages } from "../store/messageChanges.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { withoutNul } from "../store/withoutNul.ts";

/** How often a version is numbered anew because another device has used its number. */
const maxAttempts = 3;

const getNoSpaceText = () => t`This chat has no space for another version. Delete some first.`;
const getTooLongText = () => t`This artifact is too long.`;
const getMessageGoneText = () => t`The message no longer exists.`;

export function createArtifactChanges(
  core: StoreCore,
): Pick<ConversationActions, "changeArtifacts" | "changeMessageData"> {
  const { updateStored, updateCachedCopy } = core;

  return {
    changeArtifacts: <const Operation extends ArtifactOperation>(
      id: string,
      decide: (conversation: Conversation) => Operation,
    ) =>
      core.withConversationLock(id, async () => {
        let result: ArtifactsChange<Operation> | null = null;
        const decideFor = (conversation: Conversation) => {
          const before = parseConversationArtifacts(conversation.artifacts);
          const operation = decide(conversation);
          if (operation.kind !== "delete" && operation.version.contents.length > limits.artifactLength)
            throw new Error(getTooLongText());
          if (!hasSpaceFor(conversation.artifacts, operation)) throw new Error(getNoSpaceText());
          result = { operation, before, conversation };
          return result;
        };
        const apply = (conversation: Conversation, operation: ArtifactOperation): Conversation => {
          const { artifacts: _, ...rest } = conversation;
          const artifacts = applyArtifactOperation(conversation.artifacts, operation);
          return artifacts ? { ...rest, artifacts } : rest;
        };
        await updateStored(id, (stored) => apply(stored, decideFor(stored).operation));
        if (result) return result;
        const inCloud = await changeInCloud(id, decideFor);
        await updateCachedCopy(id, (copy) => apply(copy, inCloud.operation));
        return inCloud;
      }),

    changeMessageData: (id, messageId, change) =>
      core.withConversationLock(id, async () => {
        const update = (conversation: Conversation): Message => {
          const message = conversation.messages.find((each) => each.id === messageId);
          if (!message) throw new Error(getMessageGoneText());
          return { ...message, data: change(message.data) };
        };
        const apply = (conversation: Conversation): Conversation => ({
          ...conversation,
          messages: upsertMessages(conversation.messages, [update(conversation)]),
        });
        if (await updateStored(id, apply)) return;
        const message = update(await core.read(id));
        await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages: [message] }));
        await updateCachedCopy(id, (copy) => ({ ...copy, messages: upsertMessages(copy.messages, [message]) }));
      }),
  };

  /** Decides on a change and makes it in the cloud, anew if another device was first. */
  async function changeInCloud<Result extends { operation: ArtifactOperation }>(
    id: string,
    decideFor: (conversation: Conversation) => Result,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const result = decideFor(await core.read(id));
      const isDone = await core.recoverIfMissing(id, callFor(id, result.operation)).catch((error: unknown) => {
        if (attempt < maxAttempts && error instanceof CallError && error.code === "conflict") return false;
        throw error;
      });
      if (isDone) return result;
      if (attempt >= maxAttempts) throw new CallError(t`This chat was changed elsewhere. Try again.`);
    }
  }
}

/** Resolves to false if the number of an added version is in use. */
async function callFor(conversationId: string, operation: ArtifactOperation): Promise<boolean> {
  if (operation.kind === "delete") {
    const { artifactId, version } = operation;
    await call(deleteArtifactVersion, { conversationId, artifactId, version });
    return true;
  }
  if (operation.kind === "overwrite") {
    const { artifactId, version, contents } = operation.version;
    const { base, isUndo = false } = operation;
    const baseHash = bytesToHex(sha256(utf8ToBytes(withoutNul(base))));
    await call(editArtifactVersion, { conversationId, artifactId, version, contents, baseHash, isUndo });
    return true;
  }
  const restore = operation.kind === "restore";
  const { skipped } = await call(addArtifactVersions, { conversationId, versions: [operation.version], restore });
  // Nothing else can have the number of a version that is restored.
  return restore || skipped.length === 0;
}
