import { ChatRequest, ContinueRequest, type HttpMethod, limits } from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import type * as z from "zod/mini";
import { ops } from "../../../ops/registry.ts";
import { createExampleConversation, exampleGroupId, getOpExamples } from "../../../testing/getOpExamples.ts";
import { ChatCompletionRequest } from "../../openAi/chatCompletionRequest.ts";
import { EmbeddingsRequest } from "../../openAi/embeddingsRequest.ts";
import { ResponseRequest } from "../../openAi/responseRequest.ts";
import { toJsonSchema } from "../../openApi/toJsonSchema.ts";
import { type InputSize, listWorstInputs, type WorstInput } from "./worstInputs.ts";

/** A route with a JSON body. */
export interface BodyTarget {
  name: string;
  method: HttpMethod;
  path: string;
  /** `cookie`: a route of the browser. */
  auth: "bearer" | "cookie";
  schema: z.ZodMiniType;
  /** A valid input. */
  example: unknown;
  maxValues: number;
  /** Builds the body around an input. */
  wrap(input: unknown): unknown;
}

export const exampleEmail = "admin@uni.edu";
const methodsWithoutBody: HttpMethod[] = ["GET", "DELETE"];
const withoutEnvelope = (input: unknown) => input;

const ask = { messages: [{ role: "user", content: "Hi" }], model: "guide" };
const bearerRoute = { method: "POST", auth: "bearer", wrap: withoutEnvelope } as const;
const maxValues = limits.jsonValuesOfConversations;

/** Lists every route that accepts a JSON body: all ops, the chat, and the OpenAI-compatible API. */
export function listBodyTargets(): BodyTarget[] {
  const examples = getOpExamples("c1", exampleEmail, undefined, exampleGroupId);
  const opTargets = (Object.keys(ops) as OpName[]).flatMap((name): BodyTarget[] => {
    const { method, path, entryPoint, input: schema, maxJsonValues = limits.jsonValues } = ops[name];
    if (methodsWithoutBody.includes(method)) return [];
    const isDirect = entryPoint === "direct";
    return [
      {
        ...{ name, method, path, schema, example: examples[name], maxValues: maxJsonValues },
        auth: isDirect ? "cookie" : "bearer",
        wrap: isDirect ? withoutEnvelope : (input) => ({ data: input }),
      },
    ];
  });
  const chat = { ...ask, messages: createExampleConversation("c1").messages, temperature: 0, max_tokens: 5 };
  const continued = { continueRun: { runId: "r", requestId: "s", decisions: [] } };
  return [
    ...opTargets,
    { ...bearerRoute, name: "chat", path: "/chat", schema: ChatRequest, example: chat, maxValues },
    { ...bearerRoute, name: "approval", path: "/chat", schema: ContinueRequest, example: continued, maxValues },
    {
      ...{ ...bearerRoute, name: "chatCompletion", path: "/v1/chat/completions", maxValues },
      ...{ schema: ChatCompletionRequest, example: ask },
    },
    {
      ...{ ...bearerRoute, name: "response", path: "/v1/responses", maxValues },
      ...{ schema: ResponseRequest, example: { model: "guide", input: "Hi" } },
    },
    {
      ...{ ...bearerRoute, name: "embeddings", path: "/v1/embeddings", maxValues },
      ...{ schema: EmbeddingsRequest, example: { model: "m", input: "Hi" } },
    },
  ];
}

/** Longer bodies take longer to send, and no different way. */
const bodyCharacters = 8_000_000;

export const listWorstInputsOf = (
  { schema, example, maxValues: max }: BodyTarget,
  size: InputSize = { values: max * 0.9, characters: bodyCharacters },
): WorstInput[] => listWorstInputs(toJsonSchema(schema, "input"), example, size);

/** Creates the largest form of an input that its schema accepts, or else the largest one. */
export function createAcceptedInput({ schema }: BodyTarget, input: WorstInput, filler: string): unknown {
  const shares = [1, 0.1, 0.01];
  const accepted = shares.map((share) => input.create(filler, share)).find((value) => schema.safeParse(value).success);
  return accepted ?? input.create(filler);
}
