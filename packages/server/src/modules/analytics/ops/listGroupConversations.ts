import { listGroupConversations as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { presentRecord } from "../reading/presentRecord.ts";
import { listCategories, listRecords } from "../reading/repository.ts";
import { authorizeScope } from "../reading/scope.ts";

export const listGroupConversationsHandler = implement(op, async (ctx, { category = null, query, ...input }) => {
  const scope = await authorizeScope(ctx, input);
  const { rows, total } = await listRecords(ctx.db, scope, { ...input, query: query.trim(), category });
  const categories = await listCategories(ctx.db, scope);
  return { data: { records: rows.map(presentRecord), total, categories, areIdentitiesHidden: scope.isHidden } };
});
