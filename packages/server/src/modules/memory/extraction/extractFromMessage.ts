import { randomUUID } from "node:crypto";
import type { JsonObject } from "@lectern/contract";
import * as z from "zod/mini";
import type { Payer } from "../../../core/actor.ts";
import type { Platform } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerIdOfRow } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { findStoredMessage } from "../../conversations/service.ts";
import { findSettings } from "../../settings/service.ts";
import { findProject, lockMemories } from "../repository.ts";
import { findFacts, isLimitError } from "./findFacts.ts";
import { getOwnWords } from "./getOwnWords.ts";
import { insertPendingFacts, wereClearedSince } from "./repository.ts";

/** A message in which facts are searched. The payload names it, so that its text is stored nowhere else. */
export const ExtractionJob = z.object({
  personId: z.string(),
  /** The account that pays, and on whose list it is. */
  payer: z.string(),
  accountOwnerId: z.optional(z.string()),
  directoryGroups: z.array(z.string()),
  conversationId: z.string(),
  messageId: z.string(),
  projectId: z.nullable(z.string()),
  assistantId: z.nullable(z.string()),
  /** When the message was written. Absent in jobs of an earlier version. */
  askedAt: z.optional(z.iso.datetime()),
});
export type ExtractionJob = z.infer<typeof ExtractionJob>;

/**
 * Searches a message of a cloud conversation for facts, and stores them until the person saves or dismisses them. A
 * failure is only logged: a later message has facts of its own. Throws the signal's reason if it aborts.
 */
export async function extractFromMessage(platform: Platform, payload: JsonObject, signal: AbortSignal): Promise<void> {
  const job = z.parse(ExtractionJob, payload);
  const { personId, conversationId, messageId, projectId, assistantId } = job;
  const { db, log } = platform;
  const askedAt = job.askedAt === undefined ? platform.clock.now() : new Date(job.askedAt);
  const ownerId = getOwnerIdOfRow({ owner_id: personId });
  try {
    const { featureOptions, autoExtractsMemories } = await findSettings(db, ownerId);
    if (!featureOptions.includeMemory || !autoExtractsMemories) return;
    const message = await findStoredMessage(db, { ownerId, conversationId }, messageId);
    const text = message && getOwnWords(message);
    if (text === null) return;
    const search = { payer: toPayer(job), directoryGroups: job.directoryGroups, text, conversationId, signal };
    const facts = await findFacts(platform, { ...search, ownerId, projectId, assistantId });
    const now = platform.clock.now();
    const rows = facts.map(({ content, replaced }) => ({
      ...{ id: randomUUID(), conversation_id: conversationId, message_id: messageId, content },
      ...{ replaces_id: replaced?.id ?? null, project_id: projectId, assistant_id: assistantId, created_at: now },
    }));
    const count = await transaction(db, async (tx) => {
      await lockMemories(tx, ownerId);
      // Meanwhile, the person may have deleted all memories, or the project.
      if (await wereClearedSince(tx, ownerId, askedAt)) return 0;
      if (projectId !== null && !(await findProject(tx, ownerId, projectId))) return 0;
      return insertPendingFacts(tx, ownerId, rows);
    });
    if (count > 0) publishBrowserEvent(platform, personId, { type: "memories", conversationId });
  } catch (error) {
    signal.throwIfAborted();
    if (isLimitError(error)) log.info({ user: personId }, "no facts were searched: a limit is reached");
    else log.warn({ err: error, user: personId }, "facts could not be searched");
  }
}

const toPayer = ({ personId, payer, accountOwnerId }: ExtractionJob): Payer => ({
  principal: { id: personId, kind: "person" },
  credential: { kind: "job", id: personId },
  payer,
  ...(accountOwnerId === undefined ? {} : { accountOwnerId }),
});
