import type { Actor, Platform } from "../../core/context.ts";
import { getSubject } from "../access/service.ts";
import { findSummary } from "./listing/repository.ts";
import { authorizeAssistant } from "./policy.ts";

/** Returns an assistant as grants name it. Throws `notFound` or `forbidden`; the functions of grants check it again. */
export async function getSharableAssistant(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  assistantId: string,
): Promise<{ type: "assistant"; id: string }> {
  const { id } = authorizeAssistant(await findSummary(db, getSubject(actor), assistantId), "share");
  return { type: "assistant", id };
}
