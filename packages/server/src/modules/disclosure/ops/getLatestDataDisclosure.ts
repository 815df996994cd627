import { getLatestDataDisclosure } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createDownloadUrl } from "../disclosureUrls.ts";
import { findDocumentHtml, findRequiredDisclosure } from "../repository.ts";

export const getLatestDataDisclosureHandler = implement(getLatestDataDisclosure, async (ctx) => {
  const version = await findRequiredDisclosure(ctx.db);
  const html = version === null ? null : await findDocumentHtml(ctx.db, version);
  if (version === null || html === null) return { pdf_pre_signed_url: null, html_content: null, version };
  const url = createDownloadUrl(ctx, { ownerId: ctx.actor.principal.id, version });
  return { pdf_pre_signed_url: url, html_content: html, version };
});
