import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Timestamp, text } from "./primitives.ts";

// A person connects an account at another provider, such as Google, so that assistants can read and change what the
// person has there. A site administrator registers this server at the provider and chooses what can be connected.

/** The specified text if something fails while a person connects or disconnects an account. */
export const integrationTexts = { failed: "An error occurred. Please try again." } as const;

export const providerIds = ["google"] as const;
export const ProviderId = z.enum(providerIds);
export type ProviderId = z.infer<typeof ProviderId>;

export const integrationIds = [
  "google_calendar",
  "google_sheets",
  "google_docs",
  "google_drive",
  "google_forms",
  "google_gmail",
] as const;
export const IntegrationId = z.enum(integrationIds);
export type IntegrationId = z.infer<typeof IntegrationId>;

const providersOf: Readonly<Record<IntegrationId, ProviderId>> = {
  google_calendar: "google",
  google_sheets: "google",
  google_docs: "google",
  google_drive: "google",
  google_forms: "google",
  google_gmail: "google",
};

export const getProviderOf = (id: IntegrationId): ProviderId => providersOf[id];

/** The registration of this server at a provider, and the integrations that people may connect. */
export const ProviderConfig = z.object({
  clientId: text(300),
  /** Read: when the secret was set. Saved: a new secret; absent keeps the one that is stored. */
  clientSecret: z.prefault(
    z.object({
      setAt: z._default(z.nullable(Timestamp), null),
      value: z.optional(text(limits.variableValueLength).check(z.minLength(1))),
    }),
    {},
  ),
  enabled: z._default(z.array(IntegrationId).check(z.maxLength(integrationIds.length)), []),
});
export type ProviderConfig = z.infer<typeof ProviderConfig>;

/** As it is read: never with the secret. */
export const ReadProviderConfig = z.extend(ProviderConfig, {
  clientSecret: z.object({ setAt: z.nullable(Timestamp) }),
});

/** An integration that the caller may connect. */
export const UserIntegration = z.object({
  id: IntegrationId,
  name: z.string(),
  description: z.string(),
  isConnected: z.boolean(),
  /** True: it was connected, and the provider no longer accepts it, so the person has to connect it again. */
  needsReconnect: z.boolean(),
  /** The address of the connected account, if the provider has told it. */
  account: z.nullable(z.string()),
  connectedAt: z.nullable(Timestamp),
  /** True: an administrator has disabled it since, so it can only be disconnected. */
  isDisabled: z.optional(z.boolean()),
});
export type UserIntegration = z.infer<typeof UserIntegration>;

const path = "/integrations/oauth";

export const listUserIntegrations = defineOp({
  method: "POST",
  path: `${path}/user/list`,
  keyScopes: "none",
  flag: "integrations",
  summary:
    "Lists the ids of the integrations that the caller has connected, and all integrations that can be connected. `integrations`: only these.",
  input: z.object({ integrations: z.optional(z.array(text(64)).check(z.maxLength(100))) }),
  output: z.object({ connected: z.array(IntegrationId), available: z.array(UserIntegration) }),
});

export const startIntegrationAuth = defineOp({
  method: "POST",
  path: `${path}/start-auth`,
  keyScopes: "none",
  flag: "integrations",
  responseEnvelope: "location",
  summary: "Returns the provider’s page on which the caller allows the connection, in the header field `Location`.",
  input: z.object({ integration: IntegrationId }),
  output: z.object({ Location: z.string() }),
});

export const disconnectIntegration = defineOp({
  method: "POST",
  path: `${path}/user/delete`,
  keyScopes: "none",
  flag: "integrations",
  summary: "Disconnects an integration of the caller: deletes its tokens here and revokes them at the provider.",
  input: z.object({ integration: IntegrationId }),
  output: z.object({}),
});
