import { getApiDocumentationTemplates } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createApiDocumentUrl } from "../apiDocumentUrls.ts";

export const getApiDocumentationTemplatesHandler = implement(getApiDocumentationTemplates, async (ctx) => ({
  presigned_url: createApiDocumentUrl(ctx, { ownerId: ctx.actor.principal.id, document: "templates" }),
}));
