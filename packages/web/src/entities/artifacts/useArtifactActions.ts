import {
  type ArtifactContent,
  type ArtifactEntry,
  type ArtifactOperation,
  type Conversation,
  type ConversationArtifact,
  copyArtifact,
  createArtifactId,
  editArtifact,
  findRemainingVersion,
  formatArtifactDate,
  getBranch,
  listBranchVersions,
  parseArtifactEntries,
  toArtifactEntry,
  undoEdit,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useConversationStore } from "../conversations/ConversationsProvider.tsx";
import type { ConversationStore } from "../conversations/store/conversationStore.ts";

/** Somebody has changed a version since it was read here, in another tab or on another device. */
export class ArtifactConflictError extends Error {
  override name = "ArtifactConflictError";
}

function throwConflict(): never {
  throw new ArtifactConflictError(t`This version has since been changed elsewhere.`);
}

type Undo = () => Promise<void>;

/** What a person does with the artifacts of a conversation. The methods reject if the change could not be stored. */
export interface ArtifactActions {
  /**
   * Edits a version. The latest of its artifact is overwritten; an older one stays, and a version after the latest is
   * made, and also of one that was deleted meanwhile. `version` has the contents that were edited: if it has others
   * meanwhile, rejects with ArtifactConflictError. Resolves to the version with the new contents.
   */
  edit(version: ConversationArtifact, contents: string): Promise<{ version: ConversationArtifact; undo: Undo }>;
  /** Adds a copy as the version after the latest. */
  copy(version: ConversationArtifact): Promise<ConversationArtifact>;
  /** Deletes a version. `next`: the version to show; null: none remains, so the panel closes. */
  remove(version: ConversationArtifact): Promise<{ next: ConversationArtifact | null; undo: Undo }>;
  /** Removes the button of a version from a message. The version stays. */
  removeFromMessage(messageId: string, entry: ArtifactEntry): Promise<Undo>;
  /** Adds a saved artifact as a new artifact, with a button below the last message. */
  insert(content: ArtifactContent): Promise<ConversationArtifact>;
}

export function useArtifactActions(conversationId: string): ArtifactActions {
  const { store } = useConversationStore();
  return useMemo(() => createArtifactActions(store, conversationId), [store, conversationId]);
}

type ActionsStore = Pick<ConversationStore, "changeArtifacts" | "changeMessageData">;

export function createArtifactActions(store: ActionsStore, conversationId: string): ArtifactActions {
  const change = <const Operation extends ArtifactOperation>(decide: (conversation: Conversation) => Operation) =>
    store.changeArtifacts(conversationId, decide);
  const remove = ({ artifactId, version }: ConversationArtifact) =>
    change(() => ({ kind: "delete", artifactId, version }));

  return {
    async edit(edited, contents) {
      const { operation, before } = await change(
        (conversation) => editArtifact(edited, contents, toContext(conversation)) ?? throwConflict(),
      );
      const { kind, version } = operation;
      const previous = before.find((each) => isSame(each, version)) ?? edited;
      return {
        version,
        async undo() {
          if (kind === "add") await remove(version);
          else await change(({ artifacts }) => undoEdit(version, previous.contents, artifacts) ?? throwConflict());
        },
      };
    },

    async copy(source) {
      const { operation } = await change((conversation) => ({
        kind: "add",
        version: copyArtifact(source, toContext(conversation)),
      }));
      return operation.version;
    },

    async remove(removed) {
      const { before, conversation } = await remove(removed);
      const branchIds = new Set(getBranch(conversation.messages, conversation.headId).map(({ id }) => id));
      const next = findRemainingVersion(listBranchVersions(before, branchIds), removed);
      return { next, undo: async () => void (await change(() => ({ kind: "restore", version: removed }))) };
    },

    async removeFromMessage(messageId, entry) {
      const isEntry = (other: ArtifactEntry) =>
        other.artifactId === entry.artifactId && other.version === entry.version;
      let before: unknown[] = [];
      await store.changeMessageData(conversationId, messageId, (data) => {
        before = data.artifacts ?? [];
        return { ...data, artifacts: parseArtifactEntries(data).filter((other) => !isEntry(other)) };
      });
      return () => store.changeMessageData(conversationId, messageId, (data) => ({ ...data, artifacts: before }));
    },

    async insert(content) {
      const artifactId = createArtifactId(content.name);
      const { operation, conversation } = await change(({ headId, messages }) => ({
        kind: "add",
        version: { ...content, artifactId, version: 1, messageId: getHeadId({ headId, messages }) },
      }));
      const { version } = operation;
      const headId = getHeadId(conversation);
      if (headId !== null) {
        await store.changeMessageData(conversationId, headId, (data) => ({
          ...data,
          artifacts: [...parseArtifactEntries(data), toArtifactEntry(version)],
        }));
      }
      return version;
    },
  };
}

const isSame = (a: ConversationArtifact, b: ConversationArtifact) =>
  a.artifactId === b.artifactId && a.version === b.version;

const getHeadId = ({ headId, messages }: Pick<Conversation, "headId" | "messages">) =>
  headId ?? messages.at(-1)?.id ?? null;

function toContext(conversation: Conversation) {
  return {
    artifacts: conversation.artifacts,
    messages: conversation.messages,
    headId: getHeadId(conversation),
    createdAt: formatArtifactDate(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone),
  };
}
