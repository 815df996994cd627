import { getDataDisclosureStatus } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { createDownloadUrl } from "../disclosureUrls.ts";
import { countAcceptances, findDocument, findRequiredDisclosure } from "../repository.ts";

export const getDataDisclosureStatusHandler = implement(getDataDisclosureStatus, async (ctx) => {
  assertSiteAdmin(ctx.actor);
  const version = await findRequiredDisclosure(ctx.db);
  if (version === null) return { document: null, acceptedCount: 0 };
  const document = await findDocument(ctx.db, version);
  const acceptedCount = await countAcceptances(ctx.db, version);
  if (!document) return { document: null, acceptedCount };
  const { file_name: fileName, uploaded_at: uploadedAt, uploadedByEmail: uploadedBy } = document;
  const url = createDownloadUrl(ctx, { ownerId: ctx.actor.principal.id, version });
  return { document: { fileName, uploadedAt: uploadedAt.toISOString(), uploadedBy, url }, acceptedCount };
});
