import { builtInFolders, limits, type OpOutput, PromptStoreItem, type syncPrompts } from "@lectern/contract";
import * as z from "zod/mini";
import type { Context } from "../../core/context.ts";
import { mapCooperatively } from "../../core/runCooperatively.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { OwnerId } from "../access/service.ts";
import { getOwnerId } from "../access/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { collectReferencedIds, decideChanges, type StoredChange, toStoredChange } from "./decideChanges.ts";
import { assertWithinLimits } from "./promptStoreLimits.ts";
import {
  assignFolderRevisions,
  type ChangedRow,
  findReceivedPrompts,
  findStoredEntries,
  listChangedRows,
  lockPromptStore,
  measurePromptStore,
  pruneDeletions,
  readPromptStoreState,
  setLastRevision,
  type WriteContext,
  writeFolders,
  writePrompts,
} from "./repository.ts";
import { presentStoredFolder } from "./storedItem.ts";

type SyncResult = OpOutput<typeof syncPrompts>;
const builtInIds = builtInFolders.map(({ id }) => id);
/** Maximum size of the prompts in one page. A larger prompt is returned in a separate page. */
const maxPageBytes = 4_000_000;

export interface SyncInput {
  since: number;
  changes: readonly PromptStoreItem[];
}

/**
 * Applies a device's changes. Returns a page of all changes since the cursor `since`, including those just applied.
 * Throws `tooLarge` without applying any change.
 */
export async function syncPromptStore(ctx: Context, { since, changes }: SyncInput): Promise<SyncResult> {
  const ownerId = getOwnerId(ctx.actor);
  const now = ctx.clock.now();
  const storedChanges = await mapCooperatively(changes, toStoredChange);
  const state = await readPromptStoreState(ctx.db, ownerId, builtInIds);

  const { conflicts, lastRevision } =
    changes.length > 0 || state.hasUnnumberedFolders
      ? await transaction(ctx.db, (tx) => applyChanges(tx, { ownerId, now }, storedChanges))
      : { conflicts: [], lastRevision: state.lastRevision };
  if (lastRevision > state.lastRevision) {
    publishBrowserEvent(ctx, ownerId, { type: "prompts", cursor: lastRevision });
  }
  // A cursor beyond the last revision means that the database was restored from a backup: return everything again.
  const validCursor = since > lastRevision ? 0 : since;
  return { ...(await readPage(ctx.db, ownerId, validCursor)), conflicts, updatedAt: now.toISOString() };
}

async function applyChanges(tx: Db, context: WriteContext, changes: readonly StoredChange[]) {
  const { ownerId } = context;
  let revision = await assignFolderRevisions(tx, ownerId, await lockPromptStore(tx, ownerId), builtInIds);
  const ids = collectReferencedIds(changes);
  const received = await findReceivedPrompts(tx, ownerId, ids.prompts);
  const decision = decideChanges(changes, await findStoredEntries(tx, ownerId, ids), received);
  const assignRevisions = <Item>(writes: Map<string, Item>) =>
    [...writes].map(([id, item]) => {
      revision += 1;
      return { id, item, revision };
    });
  const folders = assignRevisions(decision.folders);
  const prompts = assignRevisions(decision.prompts);
  await writeFolders(tx, context, folders);
  await writePrompts(tx, context, prompts);
  const writtenItems = [...folders, ...prompts];
  if (writtenItems.some(({ item }) => item !== null)) assertWithinLimits(await measurePromptStore(tx, ownerId));
  if (writtenItems.some(({ item }) => item === null)) await pruneDeletions(tx, ownerId, limits.promptStoreItems);
  await setLastRevision(tx, ownerId, revision);
  return { conflicts: decision.conflicts, lastRevision: revision };
}

/**
 * Reads a page of changes after a revision. Writers hold the person's lock until they commit, so no change can appear
 * later with a revision before the cursor.
 */
async function readPage(
  db: Db,
  ownerId: OwnerId,
  since: number,
): Promise<Pick<SyncResult, "cursor" | "items" | "hasMore">> {
  const changedRows = await listChangedRows(db, ownerId, since, builtInIds, limits.promptStoreItemsPerReply + 1);
  const page = limitPageBytes(changedRows.slice(0, limits.promptStoreItemsPerReply));
  const getIds = (kind: ChangedRow["kind"]) => page.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const storedEntries = await findStoredEntries(db, ownerId, { prompts: getIds("prompt"), folders: getIds("folder") });
  const getEntry = ({ kind, id }: ChangedRow) =>
    kind === "prompt" ? storedEntries.prompts.get(id) : storedEntries.folders.get(id);
  // An item that was changed again since it was listed has a revision after this page, so a later page returns it.
  const unchangedRows = page.filter((row) => getEntry(row)?.revision === row.revision);
  const items = unchangedRows.flatMap(({ kind, id }) => {
    if (kind === "prompt") return parseItem({ kind, id, ...storedEntries.prompts.get(id) });
    const { item, revision } = storedEntries.folders.get(id) ?? {};
    return parseItem({ kind, id, item: item ? presentStoredFolder(item) : item, revision });
  });
  const hasMore = page.length < changedRows.length || unchangedRows.length < page.length;
  return { cursor: page.at(-1)?.revision ?? since, items, hasMore };
}

/** Skips an item that this version of the server cannot read, so that the device still receives the others. */
function parseItem(row: unknown): PromptStoreItem[] {
  const item = z.safeParse(PromptStoreItem, row);
  return item.success ? [item.data] : [];
}

function limitPageBytes(rows: readonly ChangedRow[]): ChangedRow[] {
  let bytes = 0;
  return rows.filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= maxPageBytes;
  });
}
