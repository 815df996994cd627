import { limits } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { receiveSiteFile, type SiteFileBody, type SiteUpload } from "../../siteFiles/service.ts";
import { mediaTypes } from "../mediaTypes.ts";
import { checkPptx } from "./checkPptx.ts";
import type { Availability } from "./pptxUploadUrl.ts";
import { insertTemplate, replaceDirectoryGroups } from "./repository.ts";
import { createNameTakenError } from "./templateNames.ts";

/** Receives the bytes of a template, which people can then choose. Throws the errors of `receiveSiteFile` and `checkPptx`. */
export async function receivePptxTemplate(
  platform: Platform,
  actor: Actor,
  { availability, ...upload }: SiteUpload & { availability: Availability },
  body: SiteFileBody,
): Promise<void> {
  const { isAvailable, directoryGroupIds } = availability;
  const { name } = upload;
  await receiveSiteFile(platform, actor, upload, body, {
    purpose: "pptxTemplate",
    type: mediaTypes.pptx,
    maxBytes: limits.templateBytes,
    check: (path) => checkPptx(platform, path, body.signal),
    store: async (tx, id) => {
      if (!(await insertTemplate(tx, { file_id: id, name, is_available: isAvailable }))) throw createNameTakenError();
      await replaceDirectoryGroups(tx, id, directoryGroupIds);
      await recordAudit(tx, getAuditSource(platform, actor), {
        verb: "upload",
        objectType: "pptxTemplate",
        objectIds: [id],
        after: { name, isAvailable, directoryGroupIds },
      });
      return [];
    },
  });
  publishToAllBrowsers(platform, { type: "config" });
}
