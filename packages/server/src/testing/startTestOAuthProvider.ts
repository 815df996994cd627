import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { generateKeyPair, SignJWT } from "jose";
import type { Platform } from "../core/context.ts";
import { getIntegrationRegistry } from "../modules/integrations/providers.ts";

interface Consent {
  subject: string;
  email: string;
  /** Default: all that were requested. */
  scopes?: readonly string[];
}

/** A provider of accounts for tests, in the place of Google. It checks what Google checks. */
export interface TestOAuthProvider {
  registration: { clientId: string; clientSecret: string };
  /** Makes a server use this provider. */
  installIn(platform: Platform): void;
  /** Allows what a page of the provider asks for. Returns the path to which the provider redirects the browser. */
  allow(location: string, consent?: Consent): string;
  /** Returns the path to which the provider redirects a browser whose person has cancelled. */
  deny(location: string): string;
  /** Refresh tokens that were used, in their order. */
  refreshes: string[];
  /** Tokens that were revoked. */
  revoked: string[];
  /** Replaces the response to the following requests. */
  failure: { status: number; error: string } | "disconnect" | null;
  /** Called before a refresh is answered. */
  beforeRefresh: () => Promise<void>;
  close(): Promise<void>;
}

/** The page is never requested, because tests run no browser at the provider. */
const authorizationEndpoint = "https://accounts.provider.test/auth";
const lifetimeSeconds = 3_600;

export const ada: Consent = { subject: "1815", email: "ada@gmail.test" };

export async function startTestOAuthProvider(): Promise<TestOAuthProvider> {
  const registration = { clientId: "lectern-at-the-provider", clientSecret: "client-secret-of-the-tests" };
  const { privateKey } = await generateKeyPair("RS256");
  const codes = new Map<string, Grant>();
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the provider listens at no port");
  const issuer = `http://127.0.0.1:${address.port}`;

  const provider: TestOAuthProvider = {
    registration,
    installIn(platform) {
      const { providers } = getIntegrationRegistry(platform);
      providers.google = {
        ...providers.google,
        ...{ issuer, authorizationEndpoint },
        ...{ tokenEndpoint: `${issuer}/token`, revocationEndpoint: `${issuer}/revoke` },
      };
    },
    allow(location, { scopes, ...account } = ada) {
      const request = new URL(location).searchParams;
      const code = randomUUID();
      codes.set(code, { ...account, request, scopes: scopes ?? getParameter(request, "scope").split(" ") });
      return toCallback(request, { code });
    },
    deny: (location) => toCallback(new URL(location).searchParams, { error: "access_denied" }),
    refreshes: [],
    revoked: [],
    failure: null,
    beforeRefresh: async () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (provider.failure === "disconnect") return void request.socket.destroy();
    if (provider.failure) return send(response, provider.failure.status, { error: provider.failure.error });
    if (form.get("client_id") !== registration.clientId) return send(response, 401, { error: "invalid_client" });
    if (request.url === "/revoke") {
      provider.revoked.push(getParameter(form, "token"));
      return send(response, 200, {});
    }
    if (form.get("client_secret") !== registration.clientSecret)
      return send(response, 401, { error: "invalid_client" });
    const grant = form.get("grant_type") === "refresh_token" ? await refresh(form) : redeem(form);
    if (!grant) return send(response, 400, { error: "invalid_grant" });
    send(response, 200, await issueTokens(grant));
  }

  function redeem(form: URLSearchParams): Grant | null {
    const grant = codes.get(getParameter(form, "code"));
    codes.delete(getParameter(form, "code"));
    const challenge = createHash("sha256").update(getParameter(form, "code_verifier")).digest("base64url");
    const isValid =
      grant?.request.get("code_challenge") === challenge &&
      grant.request.get("redirect_uri") === form.get("redirect_uri");
    return isValid ? grant : null;
  }

  async function refresh(form: URLSearchParams): Promise<Grant | null> {
    const token = getParameter(form, "refresh_token");
    provider.refreshes.push(token);
    await provider.beforeRefresh();
    return grants.get(token) ?? null;
  }

  /** Each refresh token is another one, which is the most that a provider may do. */
  async function issueTokens(grant: Grant): Promise<object> {
    const refreshToken = `refresh-${randomUUID()}`;
    grants.set(refreshToken, grant);
    const nonce = grant.request.get("nonce");
    const idToken = await new SignJWT({ email: grant.email, nonce })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(issuer)
      .setAudience(registration.clientId)
      .setSubject(grant.subject)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    return {
      access_token: `access-${randomUUID()}`,
      refresh_token: refreshToken,
      expires_in: lifetimeSeconds,
      token_type: "Bearer",
      scope: grant.scopes.join(" "),
      id_token: idToken,
    };
  }

  return provider;
}

interface Grant extends Consent {
  /** What the page of the provider was asked for. */
  request: URLSearchParams;
  scopes: readonly string[];
}

function toCallback(request: URLSearchParams, result: Record<string, string>): string {
  const { pathname } = new URL(getParameter(request, "redirect_uri"));
  return `${pathname}?${new URLSearchParams({ state: getParameter(request, "state"), ...result })}`;
}

const getParameter = (parameters: URLSearchParams, name: string) => parameters.get(name) ?? "";

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
