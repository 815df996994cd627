import type Provider from "oidc-provider";
import type { Configuration } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { createSessionCache, type SessionCache } from "./sessionCache.ts";

/** In-memory state of sign-ins in this process. It can be lost: the database is authoritative. */
export interface IdentityState {
  sessions: SessionCache;
  /** Token refreshes in progress, by session id. */
  refreshes: Map<string, Promise<"active" | "rejected">>;
  /** Clients of identity providers, by issuer. */
  clients: Map<string, Promise<Configuration>>;
  /** Embedded providers, by our own origin: browsers may use `localhost` or `127.0.0.1`. */
  embeddedProviders: Map<string, Promise<Provider>>;
}

/** Keyed by the secrets object, which a platform shares with every context created from it. */
const states = new WeakMap<Platform["secrets"], IdentityState>();

export function identityState(platform: Platform): IdentityState {
  const known = states.get(platform.secrets);
  if (known) return known;
  const state: IdentityState = {
    sessions: createSessionCache(),
    refreshes: new Map(),
    clients: new Map(),
    embeddedProviders: new Map(),
  };
  states.set(platform.secrets, state);
  return state;
}
