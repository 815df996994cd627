import { randomUUID } from "node:crypto";
import { uploadPptxTemplate } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getDirectoryGroupIds } from "../../groups/service.ts";
import { mediaTypes } from "../mediaTypes.ts";
import { createPptxUpload } from "../pptxTemplates/pptxUploadUrl.ts";
import { assertPptxMediaType, assertPptxName, assertUniqueName } from "../pptxTemplates/templateNames.ts";

export const uploadPptxTemplateHandler = implement(uploadPptxTemplate, async (ctx, input) => {
  const { fileName, isAvailable, amplifyGroups, contentType = "", md5 = null, size = null } = input;
  const name = fileName.normalize("NFC").toWellFormed();
  assertPptxName(name);
  assertPptxMediaType(contentType);
  await assertUniqueName(ctx, name);
  const directoryGroupIds = await getDirectoryGroupIds(ctx.db, amplifyGroups);
  const { url, headers } = createPptxUpload(ctx, {
    ownerId: ctx.actor.principal.id,
    id: randomUUID(),
    name,
    md5,
    size,
    type: mediaTypes.pptx,
    availability: { isAvailable, directoryGroupIds },
  });
  return { presigned_url: url, headers };
});
