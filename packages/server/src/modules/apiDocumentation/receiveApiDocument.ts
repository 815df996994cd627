import { type ApiDocumentKind, limits } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { deleteOtherFiles, receiveSiteFile, type SiteFileBody } from "../siteFiles/service.ts";
import { apiDocumentKinds } from "./apiDocumentKinds.ts";
import { checkApiDocument } from "./checkApiDocument.ts";

/** Receives a part of the documentation, which replaces the earlier one. Throws the errors of `receiveSiteFile`. */
export async function receiveApiDocument(
  platform: Platform,
  actor: Actor,
  { kind, name }: { kind: ApiDocumentKind; name: string },
  body: SiteFileBody,
): Promise<void> {
  const { purpose, type } = apiDocumentKinds[kind];
  await receiveSiteFile(platform, actor, body, {
    purpose,
    name,
    type,
    maxBytes: limits.apiDocumentBytes,
    check: (path) => checkApiDocument(kind, path),
    store: async (tx, id) => {
      const replacedIds = await deleteOtherFiles(tx, purpose, id);
      await recordAudit(tx, getAuditSource(platform, actor), {
        verb: "upload",
        objectType: "apiDocumentation",
        objectIds: [id, ...replacedIds],
        after: { kind, name },
      });
      return replacedIds;
    },
  });
}
