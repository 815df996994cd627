import { limits } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { receiveSiteFile, retireOtherFiles, type SiteFileBody } from "../siteFiles/service.ts";
import { apiDocumentKinds } from "./apiDocumentKinds.ts";
import type { UploadClaim } from "./apiDocumentUrls.ts";
import { checkApiDocument } from "./checkApiDocument.ts";

/** Receives a part of the documentation, which replaces the earlier one. Throws the errors of `receiveSiteFile`. */
export async function receiveApiDocument(
  platform: Platform,
  actor: Actor,
  { kind, ...upload }: Omit<UploadClaim, "ownerId">,
  body: SiteFileBody,
): Promise<void> {
  const { purpose, type } = apiDocumentKinds[kind];
  await receiveSiteFile(platform, actor, upload, body, {
    purpose,
    type,
    maxBytes: limits.apiDocumentBytes,
    check: (path) => checkApiDocument(kind, path),
    store: async (tx, id) => {
      const replacedIds = await retireOtherFiles(tx, purpose, id);
      await recordAudit(tx, getAuditSource(platform, actor), {
        verb: "upload",
        objectType: "apiDocumentation",
        objectIds: [id, ...replacedIds],
        after: { kind, name: upload.name },
      });
      return replacedIds;
    },
  });
}
