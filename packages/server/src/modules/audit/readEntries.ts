import { type AuditEntry, type AuditedName, type AuditFilter, systemActor } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { foldEmail } from "../../core/email.ts";
import { decodeTimeCursor, toPage } from "../../core/listCursor.ts";
import type { Db } from "../../platform/db/database.ts";
import { hashAuditedEmail } from "./hashAuditedEmail.ts";
import { findAuditNames, findNamedIds } from "./names.ts";
import { type AuditConditions, type AuditRow, listEntries } from "./repository.ts";

export type AuditPageInput = AuditFilter & { limit: number; cursor?: string | undefined };

/** Reads a page of the audit log. Throws `invalidInput` if the cursor is not one of this list. */
export async function readEntries(
  platform: Pick<Platform, "secrets">,
  db: Db,
  { limit, cursor, ...filter }: AuditPageInput,
): Promise<{ entries: AuditEntry[]; names: Record<string, AuditedName>; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeEntryCursor(cursor);
  const conditions = await toConditions(platform, db, filter);
  const rows = await listEntries(db, conditions, { after, limit: limit + 1 });
  const { page, nextCursor } = toPage(
    rows.map((row) => ({ row, id: String(row.id), sortText: row.sortText })),
    limit,
  );
  const entries = page.map(({ row }) => presentEntry(row));
  return { entries, names: await findAuditNames(db, entries.flatMap(listIds)), nextCursor };
}

async function toConditions(
  platform: Pick<Platform, "secrets">,
  db: Db,
  { actor, verb, objectType, object, from, until }: AuditFilter,
): Promise<AuditConditions> {
  const name = object === undefined ? "" : foldIfEmail(object);
  const hash = name.includes("@") ? [hashAuditedEmail(platform, name)] : [];
  return {
    ...(actor && { actorIds: actor === systemActor ? null : await findNamedIds(db, foldIfEmail(actor)) }),
    ...(verb && { verb }),
    ...(objectType && { objectType }),
    ...(name && { objectIds: [...(await findNamedIds(db, name)), ...hash] }),
    ...(from && { from: new Date(from) }),
    ...(until && { until: new Date(until) }),
  };
}

const foldIfEmail = (text: string) => (text.includes("@") ? foldEmail(text) : text.trim());

function decodeEntryCursor(cursor: string) {
  const position = decodeTimeCursor(cursor);
  if (/^\d{1,18}$/.test(position.id)) return position;
  throw new AppError("invalidInput", { issues: [{ path: "cursor", message: "is not a cursor of this list" }] });
}

const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actorId: row.actor_id,
  verb: row.verb,
  objectType: row.object_type,
  objectIds: row.object_ids,
  before: row.before,
  after: row.after,
  requestId: row.request_id,
});

/** Enough for the members of a change; entries with more say only how many there are. */
const maxIdsPerEntry = 200;

/** Lists the texts of an entry that may be ids. */
function listIds({ actorId, objectIds, before, after }: AuditEntry): string[] {
  const ids = [...(actorId === null ? [] : [actorId]), ...objectIds, ...listTexts(before), ...listTexts(after)];
  return ids.filter((id) => id.length <= 200).slice(0, maxIdsPerEntry);
}

/** Lists the texts in a JSON value, and the names of its members, which are ids in maps. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...listTexts(member),
  ]);
}
