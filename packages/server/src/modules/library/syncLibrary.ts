import { builtInFolders, LibraryItem, limits, type OpOutput, type syncPrompts } from "@lectern/contract";
import * as z from "zod/mini";
import type { Context } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { decideChanges, idsToKnow } from "./decideChanges.ts";
import { assertRoom } from "./libraryLimits.ts";
import { presentFolder } from "./ownItem.ts";
import {
  type ChangedRow,
  countFolders,
  findStored,
  forgetDeletions,
  listChanged,
  lockLibrary,
  measureLibrary,
  readState,
  setLastRevision,
  type Writing,
  writeFolders,
  writePrompts,
} from "./repository.ts";

type Reply = OpOutput<typeof syncPrompts>;
export const builtInIds = builtInFolders.map(({ id }) => id);
/** Of the prompts in one reply; one alone may have more. */
const mostBytes = 4_000_000;

export interface DeviceChanges {
  since: number;
  changes: readonly LibraryItem[];
}

/** Takes a device's changes and gives those of the others since its cursor. Throws `tooLarge`; then nothing was taken. */
export async function syncLibrary(ctx: Context, given: DeviceChanges): Promise<Reply> {
  const ownerId = ctx.actor.userId;
  const now = ctx.clock.now();
  const state = await readState(ctx.db, ownerId, builtInIds);
  const writing = { ownerId, now };
  const { conflicts, lastRevision } =
    given.changes.length > 0 || state.hasUncounted
      ? await transaction(ctx.db, (tx) => takeChanges(tx, writing, given.changes))
      : { conflicts: [], lastRevision: state.lastRevision };
  // A cursor from beyond the end is from before the database was restored: what it stood for is not what is here.
  const since = given.since > lastRevision ? 0 : given.since;
  return { ...(await readPage(ctx.db, ownerId, since)), conflicts, updatedAt: now.toISOString() };
}

async function takeChanges(tx: Db, writing: Writing, changes: readonly LibraryItem[]) {
  const { ownerId } = writing;
  let revision = await countFolders(tx, ownerId, await lockLibrary(tx, ownerId), builtInIds);
  const decision = decideChanges(changes, await findStored(tx, ownerId, idsToKnow(changes)));
  const numbered = <Item>(writes: Map<string, Item>) =>
    [...writes].map(([id, item]) => {
      revision += 1;
      return { id, item, revision };
    });
  const folders = numbered(decision.folders);
  const prompts = numbered(decision.prompts);
  await writeFolders(tx, writing, folders);
  await writePrompts(tx, writing, prompts);
  const written = [...folders, ...prompts];
  if (written.some(({ item }) => item !== null)) assertRoom(await measureLibrary(tx, ownerId));
  if (written.some(({ item }) => item === null)) await forgetDeletions(tx, ownerId, limits.libraryItems);
  await setLastRevision(tx, ownerId, revision);
  return { conflicts: decision.conflicts, lastRevision: revision };
}

/** Who writes holds the library until the end, so revisions appear in their order: what is after the cursor is after it for good. */
async function readPage(db: Db, ownerId: string, since: number): Promise<Pick<Reply, "cursor" | "items" | "hasMore">> {
  const changed = await listChanged(db, ownerId, since, builtInIds, limits.libraryItemsPerReply + 1);
  const page = fitting(changed.slice(0, limits.libraryItemsPerReply));
  const idsOf = (kind: ChangedRow["kind"]) => page.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const stored = await findStored(db, ownerId, { prompts: idsOf("prompt"), folders: idsOf("folder") });
  const items = page.flatMap(({ kind, id }) => {
    if (kind === "prompt") return readable({ kind, id, ...stored.prompts.get(id) });
    const { item, revision } = stored.folders.get(id) ?? {};
    return readable({ kind, id, item: item ? presentFolder(item) : item, revision });
  });
  return { cursor: page.at(-1)?.revision ?? since, items, hasMore: page.length < changed.length };
}

/** Nothing of what another version wrote and this one cannot read: it must not keep the rest from arriving. */
function readable(row: unknown): LibraryItem[] {
  const item = z.safeParse(LibraryItem, row);
  return item.success ? [item.data] : [];
}

function fitting(rows: readonly ChangedRow[]): ChangedRow[] {
  let bytes = 0;
  return rows.filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= mostBytes;
  });
}
