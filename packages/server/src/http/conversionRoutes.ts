import type { FastifyInstance } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { getConversionDownload, conversionRoute } from "../modules/export/service.ts";
import { attachmentDisposition, safeDownloadType } from "../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../platform/blobStore/blobStore.ts";

/** Word and PowerPoint documents behind signed addresses. The signature is the right to read: there is no session here. */
export function registerConversionRoutes(app: FastifyInstance, platform: Platform): void {
  app.route({
    method: "GET",
    url: conversionRoute.path,
    // Answered below, without reading the document.
    exposeHeadRoute: true,
    handler: async (request, reply) => {
      const { blobKey, name, type } = await getConversionDownload(platform, request.query);
      const found = await platform.blobs.stat(blobKey);
      if (!found) throw new AppError("notFound");
      void reply.headers({
        "content-type": safeDownloadType(type),
        "content-disposition": attachmentDisposition(name),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
      if (request.method === "HEAD") return reply.send();
      void reply.header("content-length", found.bytes);
      try {
        return reply.send((await platform.blobs.read(blobKey)).body);
      } catch (error) {
        if (error instanceof BlobNotFoundError) throw new AppError("notFound", { cause: error });
        throw error;
      }
    },
  });
}
