import type { Platform } from "../../core/context.ts";

/**
 * Returns what the audit log contains in place of an email address that belongs to no account yet. The log cannot be
 * changed, so it must not contain addresses: a person's erasure would leave them. Who knows an address can find it.
 */
export function hashAuditedEmail({ secrets }: Pick<Platform, "secrets">, email: string): string {
  return `email:${secrets.sign("auditedEmails", email)}`;
}
