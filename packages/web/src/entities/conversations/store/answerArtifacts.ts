import {
  addArtifactVersions,
  appendMessages,
  applyArtifactOperation,
  type Conversation,
  type ConversationArtifact,
  hasSpaceFor,
  type Message,
  parseArtifactEntries,
  placeVersion,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { upsertAnswer } from "./messageChanges.ts";
import type { Change, StoreCore } from "./storeCore.ts";

/** How often a version is numbered anew because another device has used its number. */
const maxAttempts = 3;

const getNoSpaceText = () => t`This chat has no space for another artifact. Delete some versions first.`;

interface StoredAnswer {
  conversation: Conversation;
  /** The answer, which names its versions by the numbers that they got. */
  reply: Message;
  /** The versions that the conversation did not have. */
  added: ConversationArtifact[];
}

/**
 * Adds an answer and the versions that it has made. A version whose number something else has taken meanwhile gets the
 * next one. A version for which the conversation has no space is left out, and the answer says so.
 */
export function addAnswer(
  conversation: Conversation,
  answer: Message,
  versions: readonly ConversationArtifact[],
): StoredAnswer {
  let { artifacts } = conversation;
  let reply = answer;
  const added: ConversationArtifact[] = [];
  const otherMessages = conversation.messages.filter(({ id }) => id !== answer.id);
  for (const made of versions) {
    const { version, exists } = placeVersion(artifacts, made, otherMessages);
    const operation = { kind: "add", version } as const;
    if (!exists && !hasSpaceFor(artifacts, operation)) {
      reply = withoutEntry(reply, made);
      continue;
    }
    if (version.version !== made.version) reply = renumberEntry(reply, made, version.version);
    if (exists) continue;
    added.push(version);
    artifacts = applyArtifactOperation(artifacts, operation);
  }
  const withAnswer = upsertAnswer(conversation, reply);
  return { conversation: artifacts ? { ...withAnswer, artifacts } : withAnswer, reply, added };
}

/**
 * Uploads the versions that an answer has made, and the answer again if that changes it. Returns the change of this tab's
 * copy.
 */
export async function uploadAnswerArtifacts(
  core: StoreCore,
  id: string,
  answer: Message,
  versions: readonly ConversationArtifact[],
): Promise<{ change: Change }> {
  for (let attempt = 1; ; attempt++) {
    const { conversation, reply, added } = addAnswer(await core.read(id), answer, versions);
    if (added.length > 0) {
      const { skipped } = await call(addArtifactVersions, { conversationId: id, versions: added });
      if (skipped.length > 0 && attempt < maxAttempts) continue;
      if (skipped.length > 0) throw new CallError(t`This chat was changed elsewhere. Try again.`);
    }
    if (reply !== answer) await call(appendMessages, { conversationId: id, messages: [reply] });
    return {
      change: (copy) => ({
        ...upsertAnswer(copy, reply),
        ...(conversation.artifacts && { artifacts: conversation.artifacts }),
      }),
    };
  }
}

function renumberEntry(reply: Message, made: ConversationArtifact, version: number): Message {
  const artifacts = parseArtifactEntries(reply.data).map((entry) =>
    isEntryOf(made, entry) ? { ...entry, version } : entry,
  );
  return { ...reply, data: { ...reply.data, artifacts } };
}

function withoutEntry(reply: Message, made: ConversationArtifact): Message {
  const artifacts = parseArtifactEntries(reply.data).filter((entry) => !isEntryOf(made, entry));
  const status = {
    ...{ id: "artifactSpace", type: "info", summary: getNoSpaceText(), message: "" },
    ...{ inProgress: false, sticky: true },
  };
  const statuses = [...(reply.data.statuses ?? []).filter(({ id }) => id !== status.id), status];
  return { ...reply, data: { ...reply.data, artifacts, artifactStatus: "stopped", statuses } };
}

const isEntryOf = (
  made: ConversationArtifact,
  { artifactId, version }: Pick<ConversationArtifact, "artifactId" | "version">,
) => artifactId === made.artifactId && version === made.version;
