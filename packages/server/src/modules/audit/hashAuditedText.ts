import type { Platform } from "../../core/context.ts";

/** Returns what the audit log contains in place of a text: it shows that the text has changed, and not how. */
export const hashAuditedText = ({ secrets }: Pick<Platform, "secrets">, text: string): string =>
  text && `text:${secrets.sign("auditedTexts", text)}`;
