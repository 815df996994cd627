import { queryFiles } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getGroupOwnerId, getOwnerId } from "../../access/service.ts";
import { getGroup } from "../../groups/service.ts";
import { decodePageKey, encodePageKey } from "../pageKey.ts";
import { presentFile } from "../present.ts";
import * as repository from "../repository.ts";

export const queryFilesHandler = implement(queryFiles, async (ctx, input) => {
  const order = { sort: input.sortIndex, ascending: input.forwardScan };
  const group = input.groupId ? await getGroup(ctx.db, ctx.actor, "listFiles", input.groupId) : null;
  const ownerId = group ? getGroupOwnerId(group) : getOwnerId(ctx.actor);
  const fetchedRows = await repository.queryFiles(ctx.db, ownerId, {
    ...order,
    after: input.pageKey ? decodePageKey(order, input.pageKey) : null,
    // An extra row indicates that there is another page.
    limit: input.pageSize + 1,
    namePart: input.namePrefix || null,
    tags: input.tags ?? [],
    types: input.types?.map((type) => type.toLowerCase()) ?? null,
    typePrefix: input.typePrefix || null,
    sha256: input.sha256 ?? null,
  });
  const page = fetchedRows.slice(0, input.pageSize);
  const uses = group
    ? await repository.findUsesOfFiles(
        ctx.db,
        ownerId,
        page.map(({ id }) => id),
      )
    : null;
  const total = group && !input.pageKey ? await repository.sumFiles(ctx.db, ownerId) : null;
  const lastItem = fetchedRows.length > page.length ? page.at(-1) : undefined;
  return {
    items: page.map((row) => ({ ...presentFile(row), ...(uses ? { usedBy: uses.get(row.id) ?? [] } : {}) })),
    pageKey: lastItem ? encodePageKey(order, { value: lastItem.sortValue, id: lastItem.id }) : null,
    ...(total ? { total } : {}),
  };
});
