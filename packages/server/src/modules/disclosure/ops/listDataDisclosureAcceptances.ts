import { listDataDisclosureAcceptances } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { decodeListCursor, toPage } from "../../../core/listCursor.ts";
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

/** Decodes a cursor whose text must be a time, because the database rejects any other. */
function decodeTimeCursor(cursor: string) {
  const position = decodeListCursor(cursor);
  if (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(position.sortText) &&
    !Number.isNaN(Date.parse(position.sortText))
  )
    return position;
  throw new AppError("invalidInput", { issues: [{ path: "cursor", message: "is not a cursor of this list" }] });
}
