import type { FastifyInstance, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Platform } from "../../../core/context.ts";
import { embeddedPath } from "../../../modules/identity/embedded/embeddedUrls.ts";
import { getPublicOrigin } from "../../requests/publicOrigin.ts";

/**
 * Passes requests below `/oidc` to oidc-provider, which parses the bodies itself. `scope` must not have other routes,
 * because Fastify parses no request bodies in it.
 */
export function mountEmbeddedProvider(
  scope: FastifyInstance,
  platform: Platform,
  getProvider: (request: FastifyRequest) => Promise<Provider>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));

  scope.all(`${embeddedPath}/*`, async (request, reply) => {
    const provider = await getProvider(request);
    const { protocol, host } = new URL(getPublicOrigin(platform, request));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    const { raw } = request;
    // The provider builds its URLs from these headers, so overwrite any values that a proxy or a client sent.
    raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    raw.headers["x-forwarded-host"] = host;
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(embeddedPath.length) });
    await provider.callback()(raw, reply.raw);
  });
}
