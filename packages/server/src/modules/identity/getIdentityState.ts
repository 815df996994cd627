import type Provider from "oidc-provider";
import type { Configuration } from "openid-client";
import { defineServerState } from "../../core/serverState.ts";
import { createSessionCache, type SessionCache } from "./sessionCache.ts";

/** In-memory state of sign-ins in this process. Losing it does no harm, because the database is authoritative. */
interface IdentityState {
  sessions: SessionCache;
  /** Token refreshes in progress, by session id. */
  refreshes: Map<string, Promise<"active" | "rejected">>;
  /** Clients of identity providers, by issuer. */
  clients: Map<string, Promise<Configuration>>;
  /** Embedded providers, by our own origin: browsers may use `localhost` or `127.0.0.1`. */
  embeddedProviders: Map<string, Promise<Provider>>;
}

export const getIdentityState = defineServerState(
  (): IdentityState => ({
    sessions: createSessionCache(),
    refreshes: new Map(),
    clients: new Map(),
    embeddedProviders: new Map(),
  }),
);
