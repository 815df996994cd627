import { type ApiDocumentKind, getApiDocumentation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listSiteFiles } from "../../siteFiles/service.ts";
import { apiDocumentKinds, findKindOfPurpose } from "../apiDocumentKinds.ts";
import { createApiDocumentUrl } from "../apiDocumentUrls.ts";
import { assertDocumentationReader } from "../assertDocumentationReader.ts";

export const getApiDocumentationHandler = implement(getApiDocumentation, async (ctx) => {
  await assertDocumentationReader(ctx, ctx.actor);
  const purposes = Object.values(apiDocumentKinds).map(({ purpose }) => purpose);
  const documents = (await listSiteFiles(ctx.db, purposes)).flatMap(
    ({ purpose, name, bytes, createdAt, uploadedBy: uploader }) => {
      const kind = findKindOfPurpose(purpose);
      const uploadedBy = ctx.actor.isAdmin ? uploader : null;
      return kind ? [{ kind, name, size: bytes, uploadedAt: createdAt.toISOString(), uploadedBy }] : [];
    },
  );
  const createUrl = (document: ApiDocumentKind) =>
    createApiDocumentUrl(ctx, { ownerId: ctx.actor.principal.id, document });
  return {
    // Nothing here writes a PDF.
    doc_url: documents.some(({ kind }) => kind === "pdf") ? createUrl("pdf") : null,
    csv_url: createUrl("csv"),
    postman_url: createUrl("postman"),
    documents,
  };
});
