import type { HttpCallResult } from "@lectern/contract";
import * as z from "zod/mini";
import { cutNote } from "../../../core/run/cutText.ts";

/** What a server can say beside its result, in the field `data` of a JSON object. */
const Envelope = z.object({
  success: z.optional(z.boolean()),
  data: z.optional(
    z.object({
      /** Milliseconds after which the result may be there. */
      retryIn: z.optional(z.number().check(z.minimum(0))),
      retryMessage: z.optional(z.string()),
      /** Ends the answer with a message: the text itself, or the field `message`. */
      pause: z.optional(z.union([z.boolean(), z.string(), z.object({ message: z.optional(z.string()) })])),
    }),
  ),
});

export interface OperationResult {
  /** For the model. */
  text: string;
  hasFailed: boolean;
  /** Milliseconds until the server should be asked again; null: this is the result. */
  retryIn: number | null;
  retryMessage: string;
  /** What the person reads in place of a further answer, blank if the server gave no message; null: the answer goes on. */
  pause: string | null;
  /** True if the person has to do something before there can be a call, which the text says. */
  isAccessProblem?: boolean;
}

const maxMessageLength = 2_000;

/** Reads a response. A body that is no such object is the result as it is. Pure. */
export function readOperationResult({ status, body, isCut }: HttpCallResult): OperationResult {
  const result = readPlainResult({ status, body, isCut });
  const envelope = isCut ? undefined : z.safeParse(Envelope, parseJson(body)).data;
  const { retryIn = null, retryMessage = "", pause } = envelope?.data ?? {};
  return {
    text: result.text,
    hasFailed: result.hasFailed || envelope?.success === false,
    retryIn,
    retryMessage: toMessage(retryMessage),
    pause: readPause(pause),
  };
}

/** Reads a response that asks for nothing, whatever it has. Pure. */
export function readPlainResult({ status, body, isCut }: Omit<HttpCallResult, "durationMs">): OperationResult {
  const text = isCut ? body + cutNote : body;
  if (status < 200 || status >= 300) return createFailure(`The server answered with status ${status}.\n${text}`);
  return { ...createFailure(text || "The server answered without text."), hasFailed: false };
}

export const createFailure = (text: string): OperationResult => ({
  ...{ text, hasFailed: true, retryIn: null, retryMessage: "", pause: null },
});

function readPause(pause: boolean | string | { message?: string | undefined } | undefined): string | null {
  if (pause === undefined || pause === false) return null;
  if (pause === true) return "";
  const message = typeof pause === "string" ? pause : (pause.message ?? "");
  return toMessage(message);
}

/** JSON can have NUL characters and halves of pairs, which cannot be stored. */
const toMessage = (text: string) => text.replaceAll("\0", "").slice(0, maxMessageLength).toWellFormed();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
