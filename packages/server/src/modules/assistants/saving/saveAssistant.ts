import { randomUUID } from "node:crypto";
import type { AssistantContent } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { type Concerned, getLockedGroup } from "../../groups/service.ts";
import { getUsableModel } from "../../models/service.ts";
import { listFileKeysOfContent } from "../applyContent.ts";
import { groupAssistantPrefix } from "../groupAssistants.ts";
import { areFilesKept } from "../unusedFiles/repository.ts";
import { attachDocuments } from "./attachDocuments.ts";
import { authorizeSaving, getEditable, type SavingTarget } from "./authorizeSaving.ts";
import { chooseAssistantId } from "./chooseAssistantId.ts";
import { isAlreadySaved, type VersionToSave } from "./isAlreadySaved.ts";
import { normalizeContent } from "./normalizeContent.ts";
import { findConcernedByAssistant, publishAssistants } from "./publishAssistants.ts";
import { removeCopies } from "./removeCopies.ts";
import {
  addVersion,
  countAssistants,
  findAssistantByName,
  insertAssistant,
  lockAssistant,
  pruneVersions,
} from "./repository.ts";
import { sealOperations } from "./sealOperations.ts";

export interface AssistantToSave extends SavingTarget, Omit<VersionToSave, "isRepeatable"> {
  /** Of a new assistant. Saving the same draft again saves the assistant that was created from it. */
  draftId?: string | undefined;
  /**
   * True if a new assistant of a group replaces the one with its name, and nothing is stored if nothing has changed, so
   * that the same call can be repeated.
   */
  isKeyedByName?: boolean;
}

export interface SavedAssistant {
  id: string;
  assistantId: string;
  version: number;
}

/**
 * Saves a new assistant, or a new version of one. Documents that its owner does not have are copied before; the copies
 * are removed if it cannot be saved. Throws the errors of `authorizeSaving`, `normalizeContent`, `getUsableModel`,
 * `sealOperations`, `attachDocuments` and `isAlreadySaved`, and `tooLarge` if the owner has as many assistants as allowed.
 */
export async function saveAssistant(
  platform: AuditedPlatform,
  actor: Actor,
  input: AssistantToSave,
): Promise<SavedAssistant> {
  const { db } = platform;
  const { existing, owner, groupTypes } = await authorizeSaving(platform, actor, input);
  const normalized = normalizeContent(input.content, groupTypes);
  if (normalized.data.model !== null) await getUsableModel(platform, actor, normalized.data.model);
  const copiedKeys: string[] = [];
  const save = async (): Promise<Saving> => {
    const target = { ...owner, assistantId: existing?.id ?? null };
    const sealed = await sealOperations(platform, target.assistantId, normalized);
    const { content, addedKeys } = await attachDocuments(platform, actor, target, sealed, (key) =>
      copiedKeys.push(key),
    );
    return transaction(db, async (tx) => {
      const saving = existing
        ? await saveVersion(tx, platform, actor, { ...input, content, assistantId: existing.id })
        : await saveNew(tx, platform, actor, { ...input, content });
      // The server may be deleting a document that nobody used for a long time.
      if (!(await areFilesKept(tx, addedKeys))) throw createDocumentDeletedError();
      return saving;
    });
  };
  const { saved, concerned } = await save().catch(async (error: unknown) => {
    await removeCopies(platform, owner, copiedKeys);
    throw error;
  });
  publishAssistants(platform, concerned);
  return saved;
}

interface Saving {
  saved: SavedAssistant;
  concerned: Concerned;
}

async function saveNew(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  input: AssistantToSave,
): Promise<Saving> {
  const { content, groupId, isPublished, draftId } = input;
  // The lock makes a deletion of the group come before or after.
  const group = groupId === undefined ? null : await getLockedGroup(tx, actor, "manageAssistants", groupId);
  const ownerId = group?.id ?? getOwnerId(actor);
  const namesakeId = group && input.isKeyedByName ? await findAssistantByName(tx, group.id, content.name) : undefined;
  const saveAgain = (assistantId: string, baseVersion = input.baseVersion) =>
    saveVersion(tx, platform, actor, { ...input, assistantId, baseVersion, isRepeatable: true });
  if (namesakeId !== undefined) return saveAgain(namesakeId);
  const { assistantsPerOwner } = platform.config;
  const count = await countAssistants(tx, ownerId);
  // After counting, which makes a repeated request wait for the first one.
  const { assistantId, isCreated } = await chooseAssistantId(tx, actor, {
    ownerId,
    isOfGroup: group !== null,
    draftId,
  });
  if (isCreated) return saveAgain(assistantId, 1);
  if (count >= assistantsPerOwner) throw createTooManyError(assistantsPerOwner, group !== null);
  const version = createVersion(platform, actor, {
    assistantId,
    version: 1,
    content,
    isPublished: group ? (isPublished ?? false) : true,
  });
  await insertAssistant(tx, version, { ownerId, isSystem: false });
  await audit(tx, platform, actor, { ...version, verb: "create", isPublishedBefore: null, ownerId });
  const concerned = await findConcernedByAssistant(tx, platform, { id: assistantId, ownerId }, version.isPublished);
  return { saved: toSaved(version), concerned };
}

async function saveVersion(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  input: AssistantToSave & VersionToSave & { assistantId: string },
): Promise<Saving> {
  await lockAssistant(tx, input.assistantId);
  const row = await getEditable({ db: tx }, actor, input, input.assistantId);
  const { ownerId } = row;
  if (await isAlreadySaved(tx, row, input)) {
    return { saved: { id: row.versionId, assistantId: row.id, version: row.version }, concerned: [] };
  }
  const version = createVersion(platform, actor, {
    assistantId: row.id,
    version: row.version + 1,
    content: input.content,
    isPublished: row.group ? (input.isPublished ?? row.isPublished) : true,
  });
  await addVersion(tx, version);
  await pruneVersions(tx, row.id, version.version - platform.config.versionsPerAssistant + 1);
  await audit(tx, platform, actor, { ...version, verb: "save", isPublishedBefore: row.isPublished, ownerId });
  const isVisible = row.isPublished || version.isPublished;
  return { saved: toSaved(version), concerned: await findConcernedByAssistant(tx, platform, row, isVisible) };
}

type Version = ReturnType<typeof createVersion>;

function createVersion(
  { clock }: AuditedPlatform,
  actor: Actor,
  version: { assistantId: string; version: number; content: AssistantContent; isPublished: boolean },
) {
  const versionId = `${version.assistantId.startsWith(`${groupAssistantPrefix}/`) ? "astg" : "ast"}/${randomUUID()}`;
  return { ...version, versionId, savedBy: actor.principal.id, now: clock.now() };
}

const toSaved = ({ versionId, assistantId, version }: Version): SavedAssistant => ({
  id: versionId,
  assistantId,
  version,
});

async function audit(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  version: Version & { verb: "create" | "save"; isPublishedBefore: boolean | null; ownerId: string },
): Promise<void> {
  const { verb, assistantId, versionId, isPublishedBefore, isPublished, ownerId, content } = version;
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb,
    objectType: "assistant",
    objectIds: [assistantId],
    ...(isPublishedBefore === null ? {} : { before: { version: version.version - 1, isPublished: isPublishedBefore } }),
    after: {
      ownerId,
      version: version.version,
      versionId,
      isPublished,
      modelId: content.data.model,
      fileKeys: listFileKeysOfContent(content),
    },
  });
}

function createDocumentDeletedError(): AppError {
  return new AppError("conflict", {
    userMessage: "One of the documents was deleted while the assistant was being saved. Please save it again.",
  });
}

function createTooManyError(max: number, isOfGroup: boolean): AppError {
  const owner = isOfGroup ? "This group has" : "You have";
  return new AppError("tooLarge", {
    userMessage: `${owner} ${max.toLocaleString("en-US")} assistants, as many as this server allows. Please delete one that is no longer used.`,
  });
}
