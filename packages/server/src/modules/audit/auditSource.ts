import type { Actor, Context, Platform } from "../../core/context.ts";
import type { AuditSource } from "./recordAudit.ts";

/** A request's context, or the platform for work without a request. */
export type AuditedPlatform = Platform & Partial<Pick<Context, "requestId">>;

export function getAuditSource({ requestId = "" }: AuditedPlatform, actor: Actor | null): AuditSource {
  return { actor, requestId: requestId || null };
}
