import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";

/**
 * An institution's identity provider for tests: it signs in `person` without a prompt and issues rotating refresh
 * tokens.
 */
export interface TestIdentityProvider {
  issuer: string;
  /** Environment variables of a server that uses this provider. */
  environment: Record<string, string>;
  /** The claims about the person who signs in next. */
  person: { sub: string; email: string; email_verified: boolean | string | null | undefined; name: string };
  /** Number of successful refresh requests. */
  refreshCount: number;
  /** Deletes all sessions and tokens, so that the provider rejects refresh tokens. */
  forget(): void;
  /** Stops the provider until `goOnline` starts it on the same port. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  close(): Promise<void>;
}

const clientId = "lectern-at-the-university";
const clientSecret = "a client secret of the tests";

/** Starts the provider. `origin` is the origin of the server under test. */
export async function startTestIdentityProvider(origin: string): Promise<TestIdentityProvider> {
  const records = new Map<string, AdapterPayload>();
  let requestHandler: Parameters<typeof createServer>[1] = () => undefined;
  let server: Server = await listen(0, (request, response) => requestHandler?.(request, response));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the provider listens at no port");
  const { port } = address;

  const fixture: TestIdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    environment: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    person: { sub: "1815", email: "ada@university.test", email_verified: true, name: "Ada Lovelace" },
    refreshCount: 0,
    forget: () => records.clear(),
    goOffline: () => stopServer(server),
    async goOnline() {
      server = await listen(port, (request, response) => requestHandler?.(request, response));
    },
    close: () => stopServer(server),
  };
  const provider = await createProvider(fixture, origin, records);
  const callback = provider.callback();
  requestHandler = async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: fixture.person.sub } });
  };
  return fixture;
}

async function createProvider(
  fixture: TestIdentityProvider,
  origin: string,
  records: Map<string, AdapterPayload>,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(fixture.issuer, {
    adapter: (model) => createMemoryAdapter(model, records),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "1" }] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${origin}/auth/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx) {
          ctx.body = "sign out?";
        },
      },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ["keys of the tests"] },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 86_400,
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...fixture.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: fixture.person.sub });
      grant.addOIDCScope("openid email profile offline_access");
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.body = `refused: ${out.error} ${out.error_description}`;
    },
  });
  provider.on("grant.success", ({ oidc }) => {
    if (oidc.params?.grant_type === "refresh_token") fixture.refreshCount += 1;
  });
  return provider;
}

function createMemoryAdapter(model: string, records: Map<string, AdapterPayload>): Adapter {
  const toKey = (id: string) => `${model}:${id}`;
  return {
    async upsert(id, payload) {
      records.set(toKey(id), payload);
    },
    find: async (id) => records.get(toKey(id)),
    findByUid: async (uid) => [...records.values()].find((record) => record.kind === model && record.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const record = records.get(toKey(id));
      if (record) record.consumed = Math.floor(Date.now() / 1_000);
    },
    async destroy(id) {
      records.delete(toKey(id));
    },
    async revokeByGrantId(grantId) {
      for (const [id, record] of records) if (record.grantId === grantId) records.delete(id);
    },
  };
}

async function listen(port: number, requestHandler: NonNullable<Parameters<typeof createServer>[1]>): Promise<Server> {
  const server = createServer(requestHandler);
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
