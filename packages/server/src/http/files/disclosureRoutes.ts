import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { disclosureRoutes, verifyDownloadUrl, verifyUploadUrl } from "../../modules/disclosure/disclosureUrls.ts";
import { receiveDisclosure } from "../../modules/disclosure/receiveDisclosure.ts";
import { findDocument } from "../../modules/disclosure/repository.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "../../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { admitLink } from "../entryPoints/admitLink.ts";
import { extendBodyTimeout } from "../requests/bodyTimeout.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";

const maxUploadMs = 10 * 60_000;
const maxIdleMs = 60_000;

/**
 * Receives and serves the PDF of the data disclosure agreement at signed URLs. Both are open to people who have not
 * accepted it: everybody must be able to read it, and an administrator to replace it.
 */
export function registerDisclosureRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => registerUploadRoute(scope, platform));
  app.route({
    method: "GET",
    url: disclosureRoutes.download.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { ownerId, version } = verifyDownloadUrl(platform, request.query);
      await admitLink(platform, ownerId, reply, { isDisclosureExempt: true });
      const document = await findDocument(platform.db, version);
      if (!document) throw new AppError("notFound");
      void reply.headers({
        "content-type": toSafeDownloadType("application/pdf"),
        "content-disposition": buildAttachmentDisposition(document.file_name),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
      try {
        const { body, bytes } = await platform.blobs.read(document.blob_key);
        return reply.header("content-length", bytes).send(body);
      } catch (error) {
        if (error instanceof BlobNotFoundError) throw new AppError("notFound", { cause: error });
        throw error;
      }
    },
  });
}

function registerUploadRoute(scope: FastifyInstance, platform: Platform): void {
  // The bytes are streamed instead of parsed.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.put(disclosureRoutes.upload.path, async (request, reply) => {
    const claim = verifyUploadUrl(platform, request.query);
    const actor = await admitLink(platform, claim.ownerId, reply, { isDisclosureExempt: true });
    extendBodyTimeout(request.raw, reply.raw, { maxMs: maxUploadMs, idleMs: maxIdleMs });
    const { "content-length": length, "content-type": type } = request.headers;
    const ctx = { ...platform, requestId: request.id, signal: createRequestSignal(reply) };
    await receiveDisclosure(ctx, actor, claim, {
      chunks: request.raw,
      length: length === undefined ? undefined : Number(length),
      type,
    });
    return { success: true };
  });
}
