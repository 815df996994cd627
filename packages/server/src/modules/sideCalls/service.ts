import { randomUUID } from "node:crypto";
import type { TokenUsage } from "@lectern/contract";
import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { UsableModel } from "../../core/usableModel.ts";
import {
  type FinishReason,
  type ModelCall,
  ModelError,
  type ModelMessage,
  type ModelResponseFormat,
} from "../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";
import { openModelProvider } from "../models/service.ts";
import { type NewUsage, openUsage, reserveUsage, settleUsage } from "../usage/service.ts";
import { recordRejectedSchema, supportsSchema } from "./schemaSupport.ts";

export { parseModelObject } from "./parseModelObject.ts";
export { toModelFailure } from "./toModelFailure.ts";

/** A call of a model beside an answer, whose output does not go to the answer. */
export interface SideCall extends Pick<ModelCall, "temperature" | "responseFormat"> {
  /** Whom the call is charged to. */
  payer: Payer;
  model: UsableModel;
  purpose: NonNullable<NewUsage["purpose"]>;
  /** Stored in the usage row. Null for a local conversation, whose id the server must not store. */
  conversationId: string | null;
  messages: ModelMessage[];
  /** Limit of the output, in tokens. */
  maxTokens: number;
  /** The call ends after this many characters, whatever the model's server does. */
  maxCharacters: number;
  signal: AbortSignal;
  /** Receives the output while it is written. */
  reader?: SideCallReader;
}

interface SideCallReader {
  text(text: string): void;
  /** The text so far were the model's thoughts. */
  restart(): void;
  finish(reason: FinishReason): void;
}

/**
 * Calls a model and returns its text. The call has its own usage row and counts toward the spending limits. Throws
 * `rateLimited` if a limit is reached, the signal's reason if it aborts, and the errors of the model's server.
 */
export async function callModelAside(platform: Platform, sideCall: SideCall): Promise<string> {
  const { payer, model, purpose, conversationId, messages, maxTokens, maxCharacters, signal, reader } = sideCall;
  const { temperature, responseFormat } = sideCall;
  const provider = await openModelProvider(platform, model);
  const usageId = await openUsage(platform, { payer, requestId: randomUUID(), conversationId, model, purpose });
  await reserveUsage(platform, {
    usageId,
    payer,
    model,
    getMaxUsage: () => ({
      inputTokens: messages.reduce((sum, { content }) => sum + estimateMaxTokens(content), 0),
      outputTokens: maxTokens,
    }),
  });
  let output = "";
  let usage: TokenUsage | null = null;
  let outcome: "done" | "failed" = "failed";
  let isSent = false;
  try {
    signal.throwIfAborted();
    isSent = true;
    const call = {
      ...{ model: model.upstreamId, messages, maxTokens, signal },
      ...(temperature === undefined ? {} : { temperature }),
      ...(responseFormat === undefined ? {} : { responseFormat }),
    };
    for await (const events of provider.stream(call)) {
      for (const event of events) {
        if (event.type === "text") {
          output += event.text;
          reader?.text(event.text);
        }
        if (event.type === "thoughtsEnd") {
          output = "";
          reader?.restart();
        }
        if (event.type === "finish") reader?.finish(event.reason);
        if (event.type === "usage") {
          const { type: _, ...counts } = event;
          usage = counts;
        }
      }
      if (output.length > maxCharacters) break;
    }
    outcome = "done";
    return output;
  } finally {
    // A server that failed before the first token bills nothing. A server that timed out has already processed the
    // input.
    const isBilled = outcome === "done" || output !== "" || (isSent && signal.aborted);
    await settleUsage(platform, usageId, {
      usage: usage ?? (isBilled ? estimateUsage(messages, output) : noUsage),
      isEstimate: usage === null && isBilled,
      outcome,
    });
  }
}

/**
 * Calls a model like `callModelAside`, and once more without the format of the response if its server rejects that. For a
 * while, the server is not asked again with one.
 */
export async function callModelInFormat(
  platform: Platform,
  { responseFormat, ...sideCall }: SideCall & { responseFormat: ModelResponseFormat },
): Promise<string> {
  const { id } = sideCall.model;
  if (!supportsSchema(platform, id)) return callModelAside(platform, sideCall);
  try {
    return await callModelAside(platform, { ...sideCall, responseFormat });
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== "badRequest") throw error;
    const output = await callModelAside(platform, sideCall);
    recordRejectedSchema(platform, id);
    return output;
  }
}

/** Builds the messages of a call: the instruction, and the material that it is about. */
export function buildSideMessages(model: UsableModel, instruction: string, material: string): ModelMessage[] {
  return model.supportsSystemPrompts
    ? [
        { role: "system", content: instruction },
        { role: "user", content: material },
      ]
    : [{ role: "user", content: `${instruction}\n\n${material}` }];
}

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/**
 * Estimates one token per four characters if the server sends no counts. That is precise enough for so small a call.
 */
function estimateUsage(messages: readonly ModelMessage[], text: string): TokenUsage {
  return {
    inputTokens: Math.ceil(countCharacters(messages) / 4),
    outputTokens: Math.ceil(text.length / 4),
    cachedTokens: 0,
  };
}

function countCharacters(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
