import { listDataDisclosureAcceptances } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeTimeCursor, toPage } from "../../../core/listCursor.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { listAcceptances } from "../repository.ts";

export const listDataDisclosureAcceptancesHandler = implement(
  listDataDisclosureAcceptances,
  async (ctx, { limit, cursor }) => {
    assertSiteAdmin(ctx.actor);
    const after = cursor === undefined ? null : decodeTimeCursor(cursor);
    const { page, nextCursor } = await transaction(ctx.db, async (tx) => {
      const rows = toPage(await listAcceptances(tx, { after, limit: limit + 1 }), limit);
      await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
        verb: "export",
        objectType: "disclosureAcceptances",
        objectIds: [],
        after: { count: rows.page.length },
      });
      return rows;
    });
    const acceptances = page.map(({ email, name, version, fileName, acceptedAt }) => ({
      email,
      name,
      version,
      fileName,
      acceptedAt: acceptedAt.toISOString(),
    }));
    return { acceptances, nextCursor };
  },
);
