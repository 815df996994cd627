import { limits } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { ListPosition } from "../../core/listCursor.ts";
import { getSubject } from "../access/service.ts";
import { type AssistantSummaryRow, listSummaries } from "./listing/repository.ts";

/** Lists all assistants that the actor may use, by name. Reads them in pages. */
export async function listUsableAssistants(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  pageSize: number = limits.assistantsPerPage,
): Promise<{ id: string; name: string; updatedAt: Date }[]> {
  const subject = getSubject(actor);
  const found: AssistantSummaryRow[] = [];
  for (let after: ListPosition | null = null; ; ) {
    const page: AssistantSummaryRow[] = await listSummaries(db, subject, {
      query: "",
      groupId: null,
      after,
      limit: pageSize,
    });
    found.push(...page);
    after = page.length < pageSize ? null : (page.at(-1) ?? null);
    if (!after) break;
  }
  return found.map(({ id, summary, updatedAt }) => ({ id, name: summary.name, updatedAt }));
}
