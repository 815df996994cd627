import { listQualitySubmissions } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { toPage } from "../../../core/listCursor.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { decodeSubmissionCursor } from "../decodeSubmissionCursor.ts";
import { presentListed } from "../present.ts";
import { recordSubmissionAudit } from "../recordSubmissionAudit.ts";
import { listSubmissions } from "../repository.ts";

export const listQualitySubmissionsHandler = implement(
  listQualitySubmissions,
  async (ctx, { query, limit, cursor }) => {
    assertSiteAdmin(ctx.actor);
    const after = decodeSubmissionCursor(cursor);
    return transaction(ctx.db, async (tx) => {
      const rows = await listSubmissions(tx, { query: query.trim(), after, limit: limit + 1 });
      const { page, nextCursor } = toPage(rows, limit);
      // An empty list shows nothing of anybody.
      if (page.length > 0) await recordSubmissionAudit(tx, ctx, "list", page);
      return { submissions: page.map(presentListed), nextCursor };
    });
  },
);
