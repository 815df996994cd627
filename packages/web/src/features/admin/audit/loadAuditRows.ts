import { type AuditEntry, type AuditFilter, exportAuditEntries } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { notifyInfo } from "../../../ui/notices/notify.tsx";
import type { AuditedNames } from "./auditQueries.ts";
import { getActorName, nameObject } from "./auditTexts.ts";

/** A file with more rows than this is of no use in a spreadsheet. */
const maxRows = 100_000;

/** Reads the entries that match, the latest first, as the rows of a table with its head. Says so if there are too many. */
export async function loadAuditRows(filter: AuditFilter): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(filter, cursor);
    rows.push(...page.entries.map((entry) => toRow(entry, page.names)));
    // A server that never ends a list must not keep the browser busy.
    cursor = page.entries.length === 0 ? null : page.nextCursor;
  } while (cursor !== null && rows.length < maxRows);
  if (cursor !== null) {
    const count = formatNumber(rows.length);
    notifyInfo("auditExport", t`The file contains the latest ${count} entries. Choose shorter periods for the others.`);
  }
  const head = [
    t`Time`,
    t`Who`,
    t`Id of who did it`,
    t`What`,
    t`Type of object`,
    t`Objects`,
    t`Object ids`,
    t`Before`,
    t`After`,
    t`Request id`,
  ];
  return [head, ...rows];
}

const readPage = (filter: AuditFilter, cursor: string | null) =>
  call(exportAuditEntries, { ...filter, ...(cursor !== null && { cursor }) });

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

function toRow(entry: AuditEntry, names: AuditedNames): (string | null)[] {
  const { at, actorId, verb, objectType, objectIds, before, after, requestId } = entry;
  return [
    at,
    getActorName(entry, names),
    actorId,
    verb,
    objectType,
    objectIds.map((id) => nameObject(objectType, id, names)).join(", "),
    objectIds.join(", "),
    toJson(before),
    toJson(after),
    requestId,
  ];
}
