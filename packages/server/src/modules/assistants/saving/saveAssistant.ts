import { randomUUID } from "node:crypto";
import type { AssistantContent } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId, getSubject } from "../../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { type Concerned, getGroup, getLockedGroup } from "../../groups/service.ts";
import { getUsableModel } from "../../models/service.ts";
import { listFileKeysOfContent } from "../findAppliedAssistant.ts";
import { assertManageable, groupAssistantPrefix } from "../groupAssistants.ts";
import { findVersion } from "../listing/definitionRepository.ts";
import { type AssistantSummaryRow, findSummary } from "../listing/repository.ts";
import { authorizeAssistant } from "../policy.ts";
import { attachDocuments } from "./attachDocuments.ts";
import { normalizeContent } from "./normalizeContent.ts";
import { findConcernedByAssistant, publishAssistants } from "./publishAssistants.ts";
import { removeCopies } from "./removeCopies.ts";
import { addVersion, countAssistants, insertAssistant, lockAssistant, pruneVersions } from "./repository.ts";

export interface AssistantToSave {
  content: AssistantContent;
  /** Undefined: a new assistant. */
  assistantId: string | undefined;
  /** The version that the author has edited; undefined: the author knows the newest one. */
  baseVersion: number | undefined;
  /** The wire id of the group of a new assistant, or of an existing one; undefined: the actor's own, or unknown. */
  groupId: string | undefined;
  isPublished: boolean | undefined;
}

export interface SavedAssistant {
  id: string;
  assistantId: string;
  version: number;
}

/**
 * Saves a new assistant, or a new version of one. Documents that its owner does not have are copied before; the copies
 * are removed if it cannot be saved. Throws `notFound` or `forbidden`, `conflict` if somebody has saved a newer version
 * than `baseVersion`, `tooLarge` if the owner has as many assistants as allowed, and the errors of `normalizeContent`,
 * `assertManageable`, `getUsableModel` and `attachDocuments`.
 */
export async function saveAssistant(
  platform: AuditedPlatform,
  actor: Actor,
  input: AssistantToSave,
): Promise<SavedAssistant> {
  const { db } = platform;
  await assertManageable(platform, actor, input);
  const existing =
    input.assistantId === undefined ? null : await getEditable(platform, actor, input, input.assistantId);
  const newGroup =
    existing === null && input.groupId !== undefined
      ? await getGroup(db, actor, "manageAssistants", input.groupId)
      : null;
  const group = existing ? existing.group : newGroup && { id: newGroup.wireId, types: newGroup.types };
  const owner = {
    ownerId: existing?.ownerId ?? newGroup?.id ?? getOwnerId(actor),
    groupId: group?.id ?? null,
  };
  const normalized = normalizeContent(input.content, group?.types ?? null);
  if (normalized.data.model !== null) await getUsableModel(platform, actor, normalized.data.model);
  const copiedKeys: string[] = [];
  const save = async (): Promise<Saving> => {
    const target = { ...owner, assistantId: existing?.id ?? null };
    const content = await attachDocuments(platform, actor, target, normalized, (key) => copiedKeys.push(key));
    return transaction(db, (tx) =>
      existing
        ? saveVersion(tx, platform, actor, { ...input, content, assistantId: existing.id })
        : saveNew(tx, platform, actor, { ...input, content }),
    );
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

/** Returns an assistant of which the actor may save a version. Throws also `conflict`, see `saveAssistant`. */
async function getEditable(
  platform: Pick<AuditedPlatform, "db">,
  actor: Actor,
  { baseVersion, groupId }: Pick<AssistantToSave, "baseVersion" | "groupId">,
  assistantId: string,
): Promise<AssistantSummaryRow> {
  const row = authorizeAssistant(await findSummary(platform.db, getSubject(actor), assistantId), "save");
  if (groupId !== undefined && groupId !== row.group?.id) {
    throw new AppError("invalidInput", { userMessage: "An assistant cannot be moved to another owner." });
  }
  if (baseVersion !== undefined && baseVersion < row.version) {
    const newest = await findVersion(platform.db, assistantId, row.version);
    const savedBy = newest?.savedBy ? newest.savedBy.name || newest.savedBy.email : "Somebody";
    throw new AppError("conflict", {
      userMessage: `${savedBy} has saved version ${row.version} of this assistant since you opened version ${baseVersion}. Please look at the newer version before you save yours.`,
    });
  }
  return row;
}

async function saveNew(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { content, groupId, isPublished }: AssistantToSave,
): Promise<Saving> {
  // The lock makes a deletion of the group come before or after.
  const group = groupId === undefined ? null : await getLockedGroup(tx, actor, "manageAssistants", groupId);
  const ownerId = group?.id ?? getOwnerId(actor);
  const { assistantsPerOwner } = platform.config;
  if ((await countAssistants(tx, ownerId)) >= assistantsPerOwner) {
    throw createTooManyError(assistantsPerOwner, group !== null);
  }
  const assistantId = `${group ? groupAssistantPrefix : "astp"}/${randomUUID()}`;
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
  input: AssistantToSave & { assistantId: string },
): Promise<Saving> {
  await lockAssistant(tx, input.assistantId);
  const row = await getEditable({ db: tx }, actor, input, input.assistantId);
  const { ownerId } = row;
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

function createTooManyError(max: number, isOfGroup: boolean): AppError {
  const owner = isOfGroup ? "This group has" : "You have";
  return new AppError("tooLarge", {
    userMessage: `${owner} ${max.toLocaleString("en-US")} assistants, as many as this server allows. Please delete one that is no longer used.`,
  });
}
