import { type ApiDocumentKind, getApiDocumentation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listSiteFiles } from "../../siteFiles/service.ts";
import { apiDocumentKinds, findKindOfPurpose } from "../apiDocumentKinds.ts";
import { createApiDocumentUrl } from "../apiDocumentUrls.ts";

// Only administrators read it, until the page about API keys shows it to everybody.
export const getApiDocumentationHandler = implement(getApiDocumentation, async (ctx) => {
  const purposes = Object.values(apiDocumentKinds).map(({ purpose }) => purpose);
  const documents = (await listSiteFiles(ctx.db, purposes)).flatMap(
    ({ purpose, name, bytes, createdAt, uploadedBy }) => {
      const kind = findKindOfPurpose(purpose);
      return kind ? [{ kind, name, size: bytes, uploadedAt: createdAt.toISOString(), uploadedBy }] : [];
    },
  );
  const createUrl = (document: ApiDocumentKind) =>
    documents.some(({ kind }) => kind === document)
      ? createApiDocumentUrl(ctx, { ownerId: ctx.actor.principal.id, document })
      : null;
  return { doc_url: createUrl("pdf"), csv_url: createUrl("csv"), postman_url: createUrl("postman"), documents };
});
