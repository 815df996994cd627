import { exportQualitySubmissions } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { toPage } from "../../../core/listCursor.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { decodeSubmissionCursor } from "../decodeSubmissionCursor.ts";
import { presentExported } from "../present.ts";
import { recordSubmissionAudit } from "../recordSubmissionAudit.ts";
import { listWholeSubmissions } from "../repository.ts";

export const exportQualitySubmissionsHandler = implement(
  exportQualitySubmissions,
  async (ctx, { query, limit, cursor }) => {
    assertSiteAdmin(ctx.actor);
    const after = decodeSubmissionCursor(cursor);
    return transaction(ctx.db, async (tx) => {
      const rows = await listWholeSubmissions(tx, { query: query.trim(), after, limit: limit + 1 });
      const { page, nextCursor } = toPage(rows, limit);
      await recordSubmissionAudit(tx, ctx, "export", page);
      return { submissions: page.map(presentExported), nextCursor };
    });
  },
);
