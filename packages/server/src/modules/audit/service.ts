export { type AuditedPlatform, getAuditSource } from "./auditSource.ts";
export { hashAuditedEmail } from "./hashAuditedEmail.ts";
export { hashAuditedText } from "./hashAuditedText.ts";
export { findAuditNames } from "./names.ts";
export { type AuditSource, recordAudit } from "./recordAudit.ts";
export { findLastEntryOf } from "./repository.ts";
