import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { conversionRoute, getConversionDownload, verifyConversionUrl } from "../../modules/export/service.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "../../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { admitLink } from "../entryPoints/admitLink.ts";

/**
 * Serves Word and PowerPoint documents at signed URLs, which name the person who may open them. A document that is not
 * ready yet is answered with 404, so that clients poll until the URL is reachable, or with 202 if the client prefers
 * that (RFC 7240, section 4.1).
 */
export function registerConversionRoutes(app: FastifyInstance, platform: Platform): void {
  app.route({
    method: "GET",
    url: conversionRoute.path,
    // The handler answers HEAD without reading the document.
    exposeHeadRoute: true,
    handler: async (request, reply) => {
      const { ownerId, id } = verifyConversionUrl(platform, request.query);
      const actor = await admitLink(platform, ownerId, reply);
      const download = await getConversionDownload(platform, actor, id);
      if (!download) {
        if (!prefersAsync(request.headers.prefer)) {
          throw new AppError("notFound", { userMessage: "The document isn’t ready yet." });
        }
        return reply.code(202).headers({ "retry-after": 1, "preference-applied": "respond-async" }).send();
      }
      const { blobKey, name, type } = download;
      const stats = await platform.blobs.stat(blobKey);
      if (!stats) throw new AppError("notFound");
      void reply.headers({
        "content-type": toSafeDownloadType(type),
        "content-disposition": buildAttachmentDisposition(name),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
      if (request.method === "HEAD") return reply.send();
      void reply.header("content-length", stats.bytes);
      try {
        return reply.send((await platform.blobs.read(blobKey)).body);
      } catch (error) {
        if (error instanceof BlobNotFoundError) throw new AppError("notFound", { cause: error });
        throw error;
      }
    },
  });
}

const prefersAsync = (prefer: string | string[] | undefined) =>
  /(?:^|[,;])\s*respond-async\s*(?:[,;]|$)/i.test([prefer ?? ""].flat().join(","));
