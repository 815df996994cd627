import { analysisTexts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import type { RecordScope } from "./recordScope.ts";
import { insertOpening, type OpenedRecord, readContent } from "./repository.ts";

/**
 * Reads the content of records for an editor of the group, by record. Each one is written to the audit log and to the
 * list that the person sees, in the same transaction, and the person's browsers are told. Records without content are
 * left out. Throws `forbidden` if people are hidden.
 */
export async function openContent(
  ctx: Context,
  { isHidden }: RecordScope,
  records: readonly { id: string; assistantId: string }[],
): Promise<Map<string, OpenedRecord["content"]>> {
  if (isHidden) {
    const userMessage = "Your institution shows figures only, and no chats of other people.";
    throw new AppError("forbidden", { userMessage });
  }
  const { principal } = ctx.actor;
  const opened = new Map<string, OpenedRecord>();
  await transaction(ctx.db, async (tx) => {
    for (const { id, assistantId } of records) {
      const record = await readContent(tx, { recordId: id, assistantId });
      if (!record) continue;
      opened.set(id, record);
      await insertOpening(tx, { recordId: id, openedBy: principal.id, openedAt: ctx.clock.now() });
      await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
        verb: "openConversation",
        objectType: "analysisRecord",
        objectIds: [id, assistantId],
      });
    }
  });
  for (const { personId, conversationId } of opened.values()) {
    publishBrowserEvent(ctx, personId, { type: "analysis", conversationId });
  }
  return new Map([...opened].map(([id, { content }]) => [id, content]));
}

/** Like `openContent`, for one record. Throws `notFound` if it does not exist, belongs elsewhere, or has no content. */
export async function openContentOf(
  ctx: Context,
  scope: RecordScope,
  record: { id: string; assistantId: string },
): Promise<OpenedRecord["content"]> {
  const content = (await openContent(ctx, scope, [record])).get(record.id);
  if (!content) throw new AppError("notFound", { userMessage: analysisTexts.contentNotFound });
  return content;
}
