import type Provider from "oidc-provider";
import type { Configuration } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { createSessionLookups, type SessionLookups } from "./sessionLookups.ts";

/** What this process remembers of sign-ins. All of it can be lost: the database has what counts. */
export interface IdentityState {
  lookups: SessionLookups;
  /** Refreshes at the identity provider that are under way, by session id. */
  refreshes: Map<string, Promise<"kept" | "refused">>;
  /** Clients of identity providers, by issuer. */
  clients: Map<string, Promise<Configuration>>;
  /** Embedded providers, by our own origin: a browser may say `localhost` or `127.0.0.1`. */
  embeddedProviders: Map<string, Promise<Provider>>;
}

/** Keyed by the secrets, which a platform and every context made from it share. */
const states = new WeakMap<Platform["secrets"], IdentityState>();

export function identityState(platform: Platform): IdentityState {
  const known = states.get(platform.secrets);
  if (known) return known;
  const state: IdentityState = {
    lookups: createSessionLookups(),
    refreshes: new Map(),
    clients: new Map(),
    embeddedProviders: new Map(),
  };
  states.set(platform.secrets, state);
  return state;
}
