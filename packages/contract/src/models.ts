import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";

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
const EndpointKey = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(4_000),
      z.regex(/^[\x21-\x7e]*$/, { error: "must not contain spaces or special characters" }),
    ),
  "",
);

export const testModelEndpoint = defineOp({
  method: "POST",
  path: "/api/models/endpoint/test",
  keyScopes: "none",
  entryPoint: "direct",
  summary: "Lists the models of an OpenAI-compatible server. Nothing is saved.",
  access: "admin",
  input: z.object({ url: EndpointUrl, key: EndpointKey }),
  output: z.object({ models: z.array(z.object({ id: z.string() })) }),
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
