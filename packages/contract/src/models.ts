import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";

export const ModelProviderName = z.enum([
  "Azure",
  "OpenAI",
  "OpenAI-compatible",
  "Bedrock",
  "Anthropic",
  "Google",
  "Guide",
]);
export type ModelProviderName = z.infer<typeof ModelProviderName>;

const Price = z.nullable(z.number().check(z.nonnegative()));

/**
 * A model as shown to users, without its URL and key. Context windows and limits are in tokens, costs in US dollars per
 * 1,000 tokens (null: unknown; for cached input, the input price applies).
 */
export const Model = z.object({
  id: z.string(),
  name: z.string(),
  provider: ModelProviderName,
  description: z.string(),
  inputContextWindow: z.number(),
  outputTokenLimit: z.number(),
  inputTokenCost: Price,
  outputTokenCost: Price,
  cachedTokenCost: Price,
  /** Of input that is written to the provider's cache. Absent: the input price applies. */
  cacheWriteTokenCost: z.optional(z.number().check(z.nonnegative())),
  supportsImages: z.boolean(),
  supportsSystemPrompts: z.boolean(),
  isBuiltIn: z.boolean(),
  isDefault: z.boolean(),
});
export type Model = z.infer<typeof Model>;

export const getAvailableModels = defineOp({
  method: "GET",
  path: "/available_models",
  keyScopes: ["full_access", "chat"],
  summary:
    "Returns the models that the caller can use, and which of them is the default, the cheapest and the most capable.",
  input: z.object({}),
  output: z.object({
    default: z.nullable(Model),
    cheapest: z.nullable(Model),
    advanced: z.nullable(Model),
    models: z.array(Model),
  }),
});
export type AvailableModels = z.infer<typeof getAvailableModels.output>;

/** The base URL of an OpenAI-compatible server, for example `http://localhost:11434/v1`. */
const EndpointUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2_000),
    z.regex(/^https?:\/\/[^\s@]+$/i, { error: "must begin with http:// or https://" }),
  );
/** Printable ASCII only, because the key is sent in an HTTP header. Empty: no key. */
export const EndpointKey = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(4_000),
      z.regex(/^[\x21-\x7e]*$/, { error: "must not contain spaces or special characters" }),
    ),
  "",
);

const ModelId = text(300).check(z.trim(), z.minLength(1));
const TokenCount = z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)));
const ConfiguredPrice = z.nullable(z.number().check(z.nonnegative(), z.maximum(100_000)));

/** What a model can be for everybody. */
export const ModelRole = z.enum([
  "isDefault",
  "defaultAdvancedModel",
  "defaultCheapestModel",
  "defaultEmbeddingsModel",
  "defaultQAModel",
]);
export type ModelRole = z.infer<typeof ModelRole>;

/**
 * A model as administrators configure it. Windows and limits are in tokens (null: unknown, a small default applies), costs
 * in US dollars per 1,000 tokens (null: unknown).
 */
export const ModelConfig = z.object({
  id: ModelId,
  name: text(1_000).check(z.trim(), z.minLength(1)),
  provider: ModelProviderName,
  description: z._default(text(10_000), ""),
  /** Instructions that precede those of each conversation. */
  systemPrompt: z._default(text(limits.systemPromptLength), ""),
  inputContextWindow: z._default(TokenCount, null),
  outputTokenLimit: z._default(TokenCount, null),
  inputTokenCost: z._default(ConfiguredPrice, null),
  outputTokenCost: z._default(ConfiguredPrice, null),
  cachedTokenCost: z._default(ConfiguredPrice, null),
  /** Names of the groups of the directory whose members alone may use the model. Empty: everybody may. */
  exclusiveGroupAvailability: z._default(z.array(text(200)).check(z.maxLength(limits.directoryGroups)), []),
  supportsImages: z._default(z.boolean(), false),
  supportsSystemPrompts: z._default(z.boolean(), true),
  isAvailable: z._default(z.boolean(), false),
  isBuiltIn: z._default(z.boolean(), false),
  isDefault: z._default(z.boolean(), false),
  defaultAdvancedModel: z._default(z.boolean(), false),
  defaultCheapestModel: z._default(z.boolean(), false),
  defaultEmbeddingsModel: z._default(z.boolean(), false),
  defaultQAModel: z._default(z.boolean(), false),
  /**
   * The roles that nobody chose the model for: it has them because of the prices, or because it is the first. In what is
   * saved, a role that is not named here is chosen. Absent: nothing changes.
   */
  automaticRoles: z.optional(z.array(ModelRole)),
  /** In what is saved: the model is removed. */
  isRemoved: z.optional(z.boolean()),
});
export type ModelConfig = z.infer<typeof ModelConfig>;

/** One address at which a model answers. Keys are only written: a reply says whether there is one. */
export const ModelEndpointConfig = z.object({
  url: text(4_000).check(z.trim()),
  /** In what is saved: the key, or a new one for an address that exists. Empty: the stored one stays. */
  key: EndpointKey,
  isNew: z._default(z.boolean(), false),
  /** In what is saved: the server needs no key. Otherwise a new endpoint without one is dropped, and the result says so. */
  needsNoKey: z._default(z.boolean(), false),
  /** In what is saved: the endpoint is removed. */
  isRemoved: z.optional(z.boolean()),
  /** Ignored in what is saved. */
  hasKey: z._default(z.boolean(), false),
  /** True if the server's environment configures it. Ignored in what is saved. */
  isLocked: z._default(z.boolean(), false),
});
export type ModelEndpointConfig = z.infer<typeof ModelEndpointConfig>;

export const ModelEndpointsConfig = z.object({
  /** The model. */
  id: ModelId,
  endpoints: z.array(ModelEndpointConfig).check(z.maxLength(limits.endpointsPerModel)),
});
export type ModelEndpointsConfig = z.infer<typeof ModelEndpointsConfig>;

export const testModelEndpoint = defineOp({
  method: "POST",
  path: "/api/models/endpoint/test",
  keyScopes: "none",
  entryPoint: "direct",
  summary: "Lists the models of an OpenAI-compatible server. Nothing is saved.",
  access: "admin",
  input: z.object({ url: EndpointUrl, key: EndpointKey }),
  output: z.object({
    models: z.array(z.object({ id: z.string() })),
    /** Models that are not for chats. */
    leftOutIds: z.array(z.string()),
  }),
});

export const connectModelEndpoint = defineOp({
  method: "POST",
  path: "/models/endpoint/connect",
  keyScopes: "none",
  summary: "Adds the chosen models of an OpenAI-compatible server to the catalogue; its key is stored encrypted.",
  access: "admin",
  input: z.object({
    url: EndpointUrl,
    key: EndpointKey,
    modelIds: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({ models: z.array(Model) }),
});

const TestChatBody = z.strictObject({
  model: ModelId,
  messages: z
    .array(z.strictObject({ role: z.literal("user"), content: text(1_000) }))
    .check(z.minLength(1), z.maxLength(1)),
  max_tokens: z.int().check(z.minimum(1), z.maximum(50)),
  temperature: z.number().check(z.minimum(0), z.maximum(2)),
  top_p: z.number().check(z.minimum(0), z.maximum(1)),
  n: z.literal(1),
  stream: z.literal(false),
});
const TestEmbeddingsBody = z.strictObject({ model: ModelId, input: text(1_000) });
export const EndpointTestBody = z.union([TestChatBody, TestEmbeddingsBody]);
export type EndpointTestBody = z.infer<typeof EndpointTestBody>;

const EndpointTestResult = z.object({
  success: z.boolean(),
  /** Why it failed. Contains nothing that the server wrote. */
  message: z.optional(z.string()),
});

export const testEndpoint = defineOp({
  method: "POST",
  path: "/api/admin/testEndpoint",
  keyScopes: "none",
  entryPoint: "direct",
  summary: "Sends a short chat or embeddings call to an address at which a model is said to answer. Nothing is saved.",
  access: "admin",
  input: z.object({ url: EndpointUrl, key: EndpointKey, body: EndpointTestBody }),
  output: EndpointTestResult,
});

/** Of an endpoint, as far as the process that answers knows. Nothing is stored. */
const EndpointHealth = z.object({
  lastSuccessAt: z.nullable(z.iso.datetime()),
  lastErrorAt: z.nullable(z.iso.datetime()),
  /** What failed last. */
  lastError: z.nullable(z.string()),
  /** Requests go elsewhere until then; null: it gets requests. */
  avoidedUntil: z.nullable(z.iso.datetime()),
});

export const ModelServer = z.object({
  /** The base URL of the server. */
  url: z.string(),
  provider: ModelProviderName,
  hasKey: z.boolean(),
  /** True if the server's environment configures it. */
  isLocked: z.boolean(),
  /** True if the server has a list of its models. */
  canRefresh: z.boolean(),
  models: z.array(z.object({ id: z.string(), name: z.string(), isAvailable: z.boolean(), health: EndpointHealth })),
});
export type ModelServer = z.infer<typeof ModelServer>;

export const listModelServers = defineOp({
  method: "GET",
  path: "/models/servers/list",
  keyScopes: "none",
  summary: "Lists the model servers with their models and how the last calls ended, without keys.",
  access: "admin",
  input: z.object({}),
  output: z.object({ servers: z.array(ModelServer) }),
});

const ServerUrl = text(4_000).check(z.minLength(1));

export const testStoredEndpoint = defineOp({
  method: "POST",
  path: "/models/servers/test",
  keyScopes: "none",
  summary: "Lets a model of a connected server answer a short call with the stored key.",
  access: "admin",
  input: z.object({ url: ServerUrl, modelId: ModelId }),
  output: EndpointTestResult,
});

export const refreshModelServer = defineOp({
  method: "POST",
  path: "/models/servers/refresh",
  keyScopes: "none",
  summary:
    "Lists the models of a connected server again. Missing models become unavailable; new ones are added, and are " +
    "available at once only if the server's environment configures the server.",
  access: "admin",
  input: z.object({ url: ServerUrl }),
  output: z.object({ addedIds: z.array(z.string()), missingIds: z.array(z.string()) }),
});

export const removeModelServer = defineOp({
  method: "POST",
  path: "/models/servers/remove",
  keyScopes: "none",
  summary: "Removes a connected server with its key, and the models that only it offers.",
  access: "admin",
  input: z.object({ url: ServerUrl }),
  output: z.object({ removedIds: z.array(z.string()) }),
});
