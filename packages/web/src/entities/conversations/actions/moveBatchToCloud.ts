import { type Conversation, type ConversationSummary, createMultipleConversations, limits } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { isTemporary, retryUntilAvailable } from "../../../lib/retryUntilAvailable.ts";
import { toNewConversation } from "../store/cloudConversations.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { type StoredSummary, toStoredSummary, toStub } from "../storedSummary.ts";
import { type Move, withoutApprovals } from "./moveConversation.ts";
import { withLocks } from "./runBulk.ts";

/** The JSON length of the conversations of one call, in UTF-16 code units. A longer one is moved by itself. */
const maxCallLength = 2_000_000;

/** A conversation as it is stored here, and as it is sent. */
interface Upload {
  stored: Conversation;
  sent: ReturnType<typeof toNewConversation>;
}

/**
 * Moves several conversations to the cloud, as many as fit with one call, and returns the errors by id. Waits while the
 * server cannot be reached. `moveLocked` moves a single one: of any length, and if the cloud has it already. An aborted
 * move stops between calls; the rest then fail with the signal's reason.
 */
export async function moveBatchToCloud(
  core: StoreCore,
  moveLocked: Move,
  ids: readonly string[],
  reportProgress: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, unknown>> {
  const movedIds = new Set<string>();
  const failures = new Map<string, unknown>();
  const listRemaining = () => ids.filter((id) => !movedIds.has(id) && !failures.has(id));
  const fail = (failedIds: readonly string[], error: unknown) => {
    if (isTemporary(error)) throw error;
    for (const id of failedIds) failures.set(id, error);
  };
  const moveAlone = async (id: string) => {
    signal?.throwIfAborted();
    await moveLocked(id, "cloud").then(
      () => movedIds.add(id),
      (error: unknown) => fail([id], error),
    );
    reportProgress(movedIds.size + failures.size);
  };
  const moveTogether = async (uploads: readonly Upload[]) => {
    signal?.throwIfAborted();
    const uploadedIds = uploads.map(({ stored }) => stored.id);
    try {
      const created = await createInCloud(uploads);
      for (const { id } of await replaceWithStubs(core, uploads, created)) movedIds.add(id);
    } catch (error) {
      fail(uploadedIds, error);
    }
    reportProgress(movedIds.size + failures.size);
    for (const id of uploadedIds) if (!movedIds.has(id) && !failures.has(id)) await moveAlone(id);
  };

  const moveRemaining = () =>
    withLocks(listRemaining(), core.withConversationLock, async (lockedIds, lockFailures) => {
      await forEachCall(core, lockedIds, moveTogether, moveAlone);
      for (const [id, error] of lockFailures) failures.set(id, error);
    });
  try {
    await retryUntilAvailable(moveRemaining, { signal });
  } catch (error) {
    for (const id of listRemaining()) failures.set(id, error);
  }
  return failures;
}

/** Reads the conversations one after the other, and passes those to `moveTogether` that fit in one call. */
async function forEachCall(
  { localConversations }: StoreCore,
  ids: readonly string[],
  moveTogether: (uploads: readonly Upload[]) => Promise<void>,
  moveAlone: (id: string) => Promise<void>,
): Promise<void> {
  let uploads: Upload[] = [];
  let length = 0;
  const flush = async () => {
    if (uploads.length > 0) await moveTogether(uploads);
    uploads = [];
    length = 0;
  };
  for (const id of ids) {
    const stored = await localConversations.get(id);
    const upload = stored?.isLocal && !toStoredSummary(stored).isDraft ? toUpload(stored) : null;
    const uploadLength = JSON.stringify(upload?.sent ?? null).length;
    if (!upload || uploadLength > maxCallLength || upload.sent.messages.length > limits.messagesPerCall) {
      await moveAlone(id);
      continue;
    }
    if (length + uploadLength > maxCallLength) await flush();
    uploads.push(upload);
    length += uploadLength;
  }
  await flush();
}

const toUpload = (stored: Conversation): Upload => ({ stored, sent: toNewConversation(withoutApprovals(stored)) });

/**
 * Returns the conversations that were created. The others exist already or were rejected; if the call as a whole is not
 * valid, one of them may be the reason.
 */
async function createInCloud(uploads: readonly Upload[]): Promise<readonly ConversationSummary[]> {
  try {
    const { created } = await call(createMultipleConversations, { conversations: uploads.map(({ sent }) => sent) });
    return created;
  } catch (error) {
    if (error instanceof CallError && (error.code === "invalidInput" || error.code === "tooLarge")) return [];
    throw error;
  }
}

/** Returns the replaced ones. The others have been changed by another tab since they were read. */
async function replaceWithStubs(
  { localConversations, conversationCache, notifyTabs }: StoreCore,
  uploads: readonly Upload[],
  created: readonly ConversationSummary[],
): Promise<StoredSummary[]> {
  const storedById = new Map(uploads.map(({ stored }) => [stored.id, stored]));
  const replaced: StoredSummary[] = [];
  for (const summary of created) {
    const { updatedAt = "" } = storedById.get(summary.id) ?? {};
    if (await localConversations.replaceWithStub(summary, updatedAt)) replaced.push(toStub(summary));
  }
  const summariesById = new Map(replaced.map((summary) => [summary.id, summary]));
  conversationCache.changeAll(replaced, (copy) => {
    const { updatedAt = copy.updatedAt } = summariesById.get(copy.id) ?? {};
    return { ...withoutApprovals(copy), isLocal: false, revision: 1, updatedAt };
  });
  notifyTabs([...summariesById.keys()], true);
  return replaced;
}
