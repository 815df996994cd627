import type { FastifyInstance, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Platform } from "../../core/context.ts";
import { embeddedPath } from "../../modules/identity/embedded/embeddedAddresses.ts";
import { publicOriginOf } from "../publicOrigin.ts";

/** Hands requests below `/oidc` to oidc-provider as they came in. `scope` must be its own: it reads no bodies. */
export function mountEmbeddedProvider(
  scope: FastifyInstance,
  platform: Platform,
  providerOf: (request: FastifyRequest) => Promise<Provider>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));

  scope.all(`${embeddedPath}/*`, async (request, reply) => {
    const provider = await providerOf(request);
    const { protocol, host } = new URL(publicOriginOf(platform, request));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    const { raw } = request;
    // The provider makes its links from these: what the browser sees, whatever a proxy or a caller wrote there.
    raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    raw.headers["x-forwarded-host"] = host;
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(embeddedPath.length) });
    await provider.callback()(raw, reply.raw);
  });
}
