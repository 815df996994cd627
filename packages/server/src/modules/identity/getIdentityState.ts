import type Provider from "oidc-provider";
import type { Configuration } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createReadCache, type ReadCache } from "../../platform/readCache.ts";
import type { AccessTokenClaims } from "./accessTokenClaims.ts";
import type { StoredPerson, StoredServiceOwner } from "./repository.ts";
import { createSessionCache, type SessionCache } from "./sessionCache.ts";

/** In-memory state of sign-ins in this process. Losing it does no harm, because the database is authoritative. */
interface IdentityState {
  sessions: SessionCache;
  /** Claims of access tokens whose signature has been verified, by token. */
  verifiedTokens: ReadCache<AccessTokenClaims>;
  /** People on whose behalf signed addresses are opened and jobs run, by user id. */
  people: ReadCache<StoredPerson>;
  /** Owners of services, by the service's id. */
  serviceOwners: ReadCache<StoredServiceOwner>;
  /** Token refreshes in progress, by session id. */
  refreshes: Map<string, Promise<"active" | "rejected">>;
  /** Clients of identity providers, by issuer. */
  clients: Map<string, Promise<Configuration>>;
  /** Embedded providers, by our own origin: browsers may use `localhost` or `127.0.0.1`. */
  embeddedProviders: Map<string, Promise<Provider>>;
}

/** How long a verified token is cached. Its expiry is checked at each use. */
const verifiedTokenLifetimeMs = 60_000;
const personLifetimeMs = 2_000;

export const getIdentityState = defineServerState(
  ({ clock }: Pick<Platform, "clock">): IdentityState => ({
    sessions: createSessionCache(),
    verifiedTokens: createReadCache(clock, { lifetimeMs: verifiedTokenLifetimeMs, capacity: 10_000 }),
    people: createReadCache(clock, { lifetimeMs: personLifetimeMs, capacity: 10_000 }),
    serviceOwners: createReadCache(clock, { lifetimeMs: personLifetimeMs }),
    refreshes: new Map(),
    clients: new Map(),
    embeddedProviders: new Map(),
  }),
);
