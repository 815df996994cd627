import { limits, text } from "@lectern/contract";
import * as z from "zod/mini";
import { parseInput } from "../../core/parseInput.ts";
import { createApiError } from "./apiErrors.ts";

const Text = text(limits.embeddedTextLength);

/** The fields that count. `input` may also be tokens, so that they get an error of their own. */
export const EmbeddingsRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  input: z.union([
    Text,
    z
      .array(z.union([Text, z.number(), z.array(z.number())]))
      .check(z.minLength(1), z.maxLength(limits.embeddedTextLength)),
  ]),
  encoding_format: z.optional(z.nullable(z.enum(["float", "base64"]))),
  dimensions: z.optional(z.nullable(z.number())),
});

export interface EmbeddingsCall {
  model: string;
  texts: string[];
  isBase64: boolean;
}

/** Parses the body of a request for embeddings (https://platform.openai.com/docs/api-reference/embeddings/create). */
export function parseEmbeddings(raw: unknown): EmbeddingsCall {
  const request = parseInput(EmbeddingsRequest, raw, limits.jsonValuesOfConversations);
  const { model, input, encoding_format: format, dimensions } = request;
  const refuse = (message: string, param: string) => createApiError("invalidInput", message, { param });
  if (dimensions !== undefined && dimensions !== null)
    throw refuse("The number of dimensions can’t be chosen.", "dimensions");
  const texts = (typeof input === "string" ? [input] : input).map((item) => {
    if (typeof item === "string") return item;
    throw refuse("The input must be text, not tokens. In LangChain, set check_embedding_ctx_length to False.", "input");
  });
  if (texts.some((each) => each === "")) throw refuse("A text must not be empty.", "input");
  if (texts.length > limits.textsPerEmbeddingsCall)
    throw refuse(`A call can have ${limits.textsPerEmbeddingsCall} texts.`, "input");
  if (texts.reduce((sum, { length }) => sum + length, 0) > limits.embeddedCharactersPerCall)
    throw refuse(`The texts of a call can have ${limits.embeddedCharactersPerCall} characters together.`, "input");
  return { model, texts, isBase64: format === "base64" };
}
