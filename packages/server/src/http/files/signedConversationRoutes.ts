import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { readSignedPage, signedPagesPath, verifySignedPage } from "../../modules/conversations/service.ts";
import { admitLink } from "../entryPoints/admitLink.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";

const SignedPageQuery = z.object({ claim: z.string(), signature: z.string() });

/** Serves pages of conversations at signed URLs, which name the person who may open them; there is no session. */
export function registerSignedConversationRoutes(app: FastifyInstance, platform: Platform): void {
  app.get(signedPagesPath, async (request, reply) => {
    const parsedQuery = z.safeParse(SignedPageQuery, request.query);
    if (!parsedQuery.success) throw new AppError("forbidden", { userMessage: "This link is incomplete." });
    const { claim, signature } = parsedQuery.data;
    const verifiedClaim = verifySignedPage(platform, claim, signature);
    const actor = await admitLink(platform, verifiedClaim.ownerId, reply);
    const page = readSignedPage(platform, actor, verifiedClaim, createRequestSignal(reply));
    return reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "no-store")
      .send(Readable.from(page, { objectMode: false }));
  });
}
