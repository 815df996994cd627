import * as z from "zod/mini";
import { EditableRateLimit } from "./accounts.ts";
import { defineOp } from "./defineOp.ts";
import { type KeyScope, keyScopes } from "./keyScopes.ts";
import { limits } from "./limits.ts";
import { Id, Timestamp, text } from "./primitives.ts";

/** The path of the OpenAI-compatible API. Below it, every error has OpenAI's shape. */
export const openAiPath = "/v1";

/** How the secret of every key begins. */
export const apiKeyPrefix = "amp-";

/** What the interface shows in place of a secret. */
export const maskedApiKey = "*".repeat(40);

/**
 * On whose behalf a key acts: `personal`, its owner; `delegate`, the person whom the owner named; `system`, a service
 * of its own, which can be a member of groups.
 */
export const ApiKeyKind = z.enum(["personal", "delegate", "system"]);
export type ApiKeyKind = z.infer<typeof ApiKeyKind>;

/** The part of the id of a key that names its kind: `{owner's id}/{part}/{uuid}`. */
export const apiKeyIdParts = { personal: "ownerKey", delegate: "delegateKey", system: "systemKey" } as const satisfies {
  [Kind in ApiKeyKind]: string;
};

/** What a new key may open unless its owner chooses otherwise. */
export const defaultAccessTypes: readonly KeyScope[] = keyScopes.filter((scope) => scope !== "full_access");

/** Accepts `upload_file`, which some clients call `file_upload`. */
const AccessType = z.pipe(
  z.transform((value: unknown) => (value === "upload_file" ? "file_upload" : value)),
  z.enum(keyScopes),
);

/**
 * Access types in their order, without duplicates. `full_access` stands for all. The others together do not stand for it,
 * because it opens more than they do.
 */
export function normalizeAccessTypes(types: readonly KeyScope[]): KeyScope[] {
  return types.includes("full_access") ? [...keyScopes] : keyScopes.filter((scope) => types.includes(scope));
}

const AccessTypes = z.array(AccessType).check(z.minLength(1), z.maxLength(20));

/** A day such as `2027-01-31`. A key is valid until its end in UTC. */
const ExpirationDate = z.iso.date();

const ApiKeyName = text(limits.apiKeyNameLength).check(z.trim(), z.minLength(1));

/** A key as its owner, its delegate and the administrators of its group see it. The secret is not part of it. */
export const ApiKey = z.object({
  /** `{owner's id}/{ownerKey, delegateKey or systemKey}/{uuid}` */
  api_owner_id: Id,
  kind: ApiKeyKind,
  applicationName: z.string(),
  applicationDescription: z.string(),
  /** Email address; empty if the owner no longer exists. */
  owner: z.string(),
  /** Email address. */
  delegate: z.nullable(z.string()),
  account: z.object({ id: z.string(), name: z.string(), isDefault: z.boolean() }),
  active: z.boolean(),
  /** Why the key is not active; null if it is. */
  inactiveReason: z.nullable(z.enum(["deactivated", "leaked", "expired", "replaced"])),
  createdAt: Timestamp,
  expirationDate: z.nullable(ExpirationDate),
  /** Null if the key was never used. It is exact to a minute. */
  lastAccessed: z.nullable(Timestamp),
  rateLimit: EditableRateLimit,
  /** The highest limit that it may have, which a site administrator has set for the key of a group; null: none. */
  maxRateLimit: z.nullable(EditableRateLimit),
  accessTypes: z.array(z.enum(keyScopes)),
  /** `{App-Name}-{6 digits}`; null unless `kind` is `system`. */
  systemId: z.nullable(z.string()),
  /** The group whose key it is, which its administrators see; null for others. */
  group: z.nullable(z.object({ id: Id, name: z.string() })),
  /** What the caller may do with it. */
  permissions: z.object({ reveal: z.boolean(), edit: z.boolean(), deactivate: z.boolean() }),
  /** What the calls of this month (UTC) used; the cost is in US dollars. */
  usage: z.object({ calls: z.number(), cost: z.number() }),
});
export type ApiKey = z.infer<typeof ApiKey>;

const path = "/apiKeys";
const common = { flag: "apiKeys", keyScopes: "none" } as const;

export const createApiKey = defineOp({
  method: "POST",
  path: `${path}/keys/create`,
  ...common,
  weight: 5,
  summary:
    "Creates an API key. `delegate` is the email address of the person on whose behalf it acts, `systemUse` makes it act " +
    "for a service of its own; otherwise it acts for the caller. `key` is the secret; null if only the delegate may see it.",
  input: z
    .object({
      /** The caller's email address. */
      owner: z.optional(text(320)),
      /** The id of an account of the caller. */
      account: text(limits.accountIdLength),
      delegate: z._default(z.nullable(text(320)), null),
      appName: ApiKeyName,
      appDescription: z._default(text(limits.apiKeyDescriptionLength), ""),
      rateLimit: z._default(EditableRateLimit, { period: "Unlimited", rate: "0" }),
      expirationDate: z._default(z.nullable(ExpirationDate), null),
      accessTypes: z._default(AccessTypes, [...defaultAccessTypes]),
      systemUse: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ systemUse, delegate }) => !systemUse || delegate === null, {
        path: ["systemUse"],
        error: "is only allowed without a delegate",
      }),
    ),
  output: z.object({ id: Id, key: z.nullable(z.string()), apiKey: ApiKey }),
});

export const listApiKeys = defineOp({
  method: "GET",
  path: `${path}/keys/get`,
  ...common,
  summary:
    "Lists the API keys that the caller owns, those that were delegated to the caller, and those of groups which the " +
    "caller administers, the newest first; without their secrets.",
  input: z.object({}),
  output: z.object({ keys: z.array(ApiKey) }),
});

export const revealApiKey = defineOp({
  method: "GET",
  path: `${path}/key/get`,
  ...common,
  weight: 5,
  summary:
    "Returns the secret of a key, also of an inactive one. Of a delegated key, only to the delegate. It is audited.",
  input: z.object({ apiKeyId: Id }),
  output: z.object({ key: z.string() }),
});

export const listSystemIds = defineOp({
  method: "GET",
  path: `${path}/get_system_ids`,
  ...common,
  summary: "Lists the system ids of the caller's active system keys, which can be added to groups as members.",
  input: z.object({}),
  output: z.array(z.object({ systemId: z.string(), applicationName: z.string() })),
});

export const deactivateApiKey = defineOp({
  method: "POST",
  path: `${path}/key/deactivate`,
  ...common,
  responseEnvelope: "fields",
  summary:
    "Deactivates a key for good: within five seconds nothing accepts it, and its running answers are stopped. Its owner " +
    "and its delegate may do it. `leaked` records why.",
  input: z.object({ apiKeyId: Id, leaked: z._default(z.boolean(), false) }),
  output: z.object({
    /** Says that the key was deactivated, or that it already was. */
    message: z.string(),
  }),
});

export const reportLeakedApiKey = defineOp({
  method: "POST",
  path: `${path}/key/report_leaked`,
  ...common,
  responseEnvelope: "fields",
  weight: 20,
  summary:
    "Deactivates the key with this secret, whoever owns it, because somebody has found it where it should not be. " +
    "Succeeds also if there is no such key, and says nothing about it.",
  input: z.object({ key: text(200) }),
  output: z.object({}),
});

export const ApiKeyUpdates = z.object({
  account: z.optional(text(limits.accountIdLength)),
  expirationDate: z.optional(z.nullable(ExpirationDate)),
  rateLimit: z.optional(EditableRateLimit),
  accessTypes: z.optional(AccessTypes),
});
export type ApiKeyUpdates = z.infer<typeof ApiKeyUpdates>;

export const updateApiKeys = defineOp({
  method: "POST",
  path: `${path}/keys/update`,
  ...common,
  responseEnvelope: "fields",
  summary:
    "Changes the account, the expiration date, the limit and the access types of active keys of the caller. The others " +
    "are changed even if some cannot be; `failedKeys` has the names of these, and why. The limit of a group’s key cannot " +
    "exceed the one that a site administrator has set.",
  input: z.array(z.object({ apiKeyId: Id, updates: ApiKeyUpdates })).check(z.maxLength(limits.apiKeysPerPerson)),
  output: z.object({
    failedKeys: z.array(z.object({ apiKeyId: Id, name: z.string(), message: z.string() })),
  }),
});

export const replaceGroupKey = defineOp({
  method: "POST",
  path: "/groups/replace_key",
  ...common,
  weight: 5,
  summary:
    "Creates the API key of a group, which acts for a service that can read in the group, and deactivates the earlier one, " +
    "whose limit and access types it gets. " +
    "Administrators of the group get the secret; site administrators may replace the key, too, but never see it.",
  input: z.object({ groupId: Id }),
  output: z.object({ id: Id, key: z.nullable(z.string()) }),
});

/** What the calls of a new group key may cost in a month. */
export const defaultGroupKeyRateLimit: EditableRateLimit = { period: "Monthly", rate: "100.00" };
