export { type AuditEntry, type AuditSource, recordAudit } from "./recordAudit.ts";
