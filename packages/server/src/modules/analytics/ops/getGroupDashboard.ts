import { limits, getGroupDashboard as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { buildDashboard } from "../dashboard/buildDashboard.ts";
import { openContent } from "../reading/openContent.ts";
import { presentRecord } from "../reading/presentRecord.ts";
import { listRecords } from "../reading/repository.ts";
import { authorizeScope } from "../reading/scope.ts";

const newest = { query: "", category: null, sortBy: "timestamp", isDescending: true, offset: 0 } as const;

export const getGroupDashboardHandler = implement(op, async (ctx, input) => {
  const { includeConversationData, includeConversationContent } = input;
  const scope = await authorizeScope(ctx, input);
  const dashboardData = await buildDashboard(ctx.db, scope);
  if (!includeConversationData && !includeConversationContent) return { data: { dashboardData } };
  const limit = includeConversationContent ? limits.conversationRecordsWithContent : limits.conversationRecordsPerPage;
  const { rows } = await listRecords(ctx.db, scope, { ...newest, limit });
  const contents = includeConversationContent ? await openContent(ctx, scope, rows) : new Map<string, never>();
  const conversationData = rows.map((row) => {
    const content = contents.get(row.id);
    return { ...presentRecord(row), ...(content ? { content } : {}) };
  });
  return { data: { dashboardData, conversationData } };
});
