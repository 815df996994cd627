import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { loadAppearance, parseLogo } from "../../modules/appearance/service.ts";

export const logoPath = "/api/logo";

const oneYearSeconds = 31_536_000;

/** Serves the institution's logo to everybody, because the sign-in page shows it. */
export function registerLogoRoute(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { v?: unknown } }>(logoPath, async (request, reply) => {
    const { appearance, revision } = await loadAppearance(platform);
    const logo = appearance.logo === null ? null : parseLogo(appearance.logo);
    if (!logo) throw new AppError("notFound");
    // Another process may know a newer logo than this one, whose answer to the new address must not be stored.
    const isVersioned = request.query.v === String(revision);
    return reply
      .header("content-type", logo.type)
      .header("cache-control", isVersioned ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
      .send(logo.bytes);
  });
}
