import type { Platform } from "../../core/context.ts";
import { hashAuditedText } from "../audit/service.ts";
import type { OperationRow } from "./repository.ts";
import { getOrigin } from "./secrets/requestSecrets.ts";

/** What the audit log has of an operation. A path or a query may contain a secret, so the log shows only that it changed. */
export const toAuditedOperation = (platform: Pick<Platform, "secrets">, row: OperationRow) => ({
  method: row.method,
  origin: getOrigin(row.url),
  url: hashAuditedText(platform, row.url),
  description: hashAuditedText(platform, row.description),
  params: row.params.map(({ name }) => name),
  tags: row.tags,
  auth: row.auth_type,
  integration: row.integration,
  hasSecret: row.sealed_secret !== null,
  shouldConfirm: row.data.shouldConfirm,
});
