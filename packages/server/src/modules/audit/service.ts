export { type AuditedPlatform, getAuditSource } from "./auditSource.ts";
export { hashAuditedEmail } from "./hashAuditedEmail.ts";
export { type AuditSource, recordAudit } from "./recordAudit.ts";
