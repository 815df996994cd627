import {
  type ArtifactContent,
  type ArtifactEntry,
  ArtifactReason,
  ArtifactStatus,
  type ArtifactType,
  type Conversation,
  type ConversationArtifact,
  getBranch,
  isArtifactRunning,
  listBranchVersions,
  type Message,
  parseArtifactEntries,
  parseConversationArtifacts,
  toArtifactEntry,
} from "@lectern/contract";
import { useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useChat } from "../chat/ChatProvider.tsx";
import type { Run } from "../chat/runs/runStore.ts";
import { useConversation } from "../conversations/useConversation.ts";

/** An artifact of the shown branch, described as in its latest version. */
export interface BranchArtifact {
  artifactId: string;
  name: string;
  description: string;
  type: ArtifactType;
  /** The versions that the branch has, oldest first; never empty. */
  versions: readonly ConversationArtifact[];
}

/** The artifact that is being written. `version`: what is written of it so far; null: nothing yet. */
export interface RunningArtifact {
  messageId: string;
  status: "running" | "retry";
  version: ArtifactContent | null;
}

/** The artifacts that a message made, and their status; null: it has none. */
export interface MessageArtifacts {
  entries: readonly ArtifactEntry[];
  status: ArtifactStatus | null;
  /** Why the artifact is not complete, if nobody has stopped it; null: somebody has, or it is not known. */
  reason: ArtifactReason | null;
}

const none: readonly BranchArtifact[] = [];

/** Returns the artifacts of the shown branch of a conversation, in the order in which they were made. */
export function useArtifacts(conversationId: string): readonly BranchArtifact[] {
  const opened = useConversation(conversationId);
  const conversation = opened.status === "ready" ? opened.conversation : null;
  return useMemo(() => (conversation?.artifacts ? listBranchArtifacts(conversation) : none), [conversation]);
}

/** Returns the artifacts of the shown branch, in the order in which they were made. */
export function listBranchArtifacts({ messages, headId, artifacts }: Conversation): BranchArtifact[] {
  const branchIds = getBranch(messages, headId).map(({ id }) => id);
  const versions = listBranchVersions(parseConversationArtifacts(artifacts), new Set(branchIds));
  const byId = [...Map.groupBy(versions, ({ artifactId }) => artifactId)];
  const getPosition = ({ messageId }: ConversationArtifact) => (messageId === null ? -1 : branchIds.indexOf(messageId));
  return byId
    .flatMap(([artifactId, own]): BranchArtifact[] => {
      const latest = own.at(-1);
      if (!latest) return [];
      const { name, description, type } = latest;
      return [{ artifactId, name, description, type, versions: own }];
    })
    .sort((a, b) => getFirst(a, getPosition) - getFirst(b, getPosition));
}

const getFirst = ({ versions }: BranchArtifact, getPosition: (version: ConversationArtifact) => number) =>
  Math.min(...versions.map(getPosition));

/** Returns the artifact that is being written, at most once a frame; null: none. */
export function useRunningArtifact(conversationId: string): RunningArtifact | null {
  const { runs } = useChat();
  const readRun = () => runs.store.getState().runs[conversationId] ?? null;
  const run = useSyncExternalStore(runs.store.subscribe, readRun, readRun);
  return useMemo(() => toRunningArtifact(run), [run]);
}

function toRunningArtifact(run: Run | null): RunningArtifact | null {
  const status = run?.answer.artifactStatus;
  if (!run || (status !== "running" && status !== "retry")) return null;
  return { messageId: run.replyId, status, version: run.answer.artifacts.at(-1) ?? null };
}

/** Returns the artifacts of a message, also while it is being written. Renders only when they change. */
export function useMessageArtifacts(conversationId: string, message: Message): MessageArtifacts {
  const { runs } = useChat();
  const status = useStore(runs.store, (state) => getLive(state.runs[conversationId], message)?.artifactStatus ?? null);
  const count = useStore(runs.store, (state) => getLive(state.runs[conversationId], message)?.artifacts.length ?? 0);
  return useMemo(() => {
    const live = getLive(runs.store.getState().runs[conversationId], message);
    if (!live || (count === 0 && status === null)) return getMessageArtifacts(message);
    return { entries: live.artifacts.map(toArtifactEntry), status, reason: live.artifactReason };
  }, [runs, conversationId, message, status, count]);
}

const getLive = (run: Run | undefined, { id }: Message) => (run?.replyId === id ? run.answer : null);

/** Returns the artifacts of a message that is not being written. */
export function getMessageArtifacts({ data }: Message): MessageArtifacts {
  const status = ArtifactStatus.safeParse(data.artifactStatus).data ?? null;
  // The server may have died while it was written.
  const hasEnded = data.end !== undefined && isArtifactRunning(status);
  return {
    entries: parseArtifactEntries(data),
    status: hasEnded ? "stopped" : status,
    reason: ArtifactReason.safeParse(data.artifactReason).data ?? null,
  };
}
