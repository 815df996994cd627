import { randomUUID } from "node:crypto";
import { uploadApiDocumentation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { apiDocumentKinds, toApiDocumentKind } from "../apiDocumentKinds.ts";
import { createApiDocumentUploadUrl } from "../apiDocumentUrls.ts";

export const uploadApiDocumentationHandler = implement(
  uploadApiDocumentation,
  async (ctx, { filename, content_md5: md5 = null, size = null }) => {
    const name = filename.normalize("NFC").toWellFormed();
    const kind = toApiDocumentKind(name);
    const claim = { ownerId: ctx.actor.principal.id, kind, id: randomUUID(), name, md5, size };
    return {
      presigned_url: createApiDocumentUploadUrl(ctx, claim),
      headers: { "content-type": apiDocumentKinds[kind].type, ...(md5 === null ? {} : { "content-md5": md5 }) },
    };
  },
);
