import type { Context } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { getDirectoryGroupIds } from "../../groups/service.ts";
import { removeSiteFileBlobs, retireSiteFile } from "../../siteFiles/service.ts";
import {
  deleteTemplate,
  lockTemplate,
  replaceDirectoryGroups,
  type StoredTemplate,
  setAvailable,
} from "./repository.ts";
import { createTemplateNotFoundError } from "./templateNames.ts";

/** Changes who can choose a template. Throws `notFound`, also for a group that is not in the directory. */
export async function changePptxTemplate(
  ctx: Context,
  { name, isAvailable, amplifyGroups }: { name: string; isAvailable: boolean; amplifyGroups: readonly string[] },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const template = await lockTemplate(tx, name);
    if (!template) throw createTemplateNotFoundError();
    const ids = await getDirectoryGroupIds(tx, amplifyGroups);
    await setAvailable(tx, template.fileId, isAvailable);
    await replaceDirectoryGroups(tx, template.fileId, ids);
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "changeAvailability",
      objectType: "pptxTemplate",
      objectIds: [template.fileId],
      before: toAudited(template),
      after: { isAvailable, directoryGroups: amplifyGroups },
    });
  });
  publishToAllBrowsers(ctx, { type: "config" });
}

/** Deletes a template. Documents that are being created with it fail. Throws `notFound`. */
export async function deletePptxTemplate(ctx: Context, name: string): Promise<void> {
  const fileId = await transaction(ctx.db, async (tx) => {
    const template = await lockTemplate(tx, name);
    if (!template) throw createTemplateNotFoundError();
    await deleteTemplate(tx, template.fileId);
    await retireSiteFile(tx, template.fileId);
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "delete",
      objectType: "pptxTemplate",
      objectIds: [template.fileId],
      before: { name: template.name, ...toAudited(template) },
    });
    return template.fileId;
  });
  await removeSiteFileBlobs(ctx, [fileId]);
  publishToAllBrowsers(ctx, { type: "config" });
}

const toAudited = ({ isAvailable, directoryGroups }: StoredTemplate) => ({ isAvailable, directoryGroups });
