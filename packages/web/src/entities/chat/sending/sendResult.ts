import type { SendOutcome } from "../runs/activeRun.ts";

/**
 * Why a draft was not sent. `empty`: no text. `streaming`: the last answer is not complete. `noModel`: no model can
 * answer. `tooLong`: longer than the model's limit. `documentsPending`: its documents are being uploaded or read.
 * `documentsFailed`: one of its documents failed. `documents`: its documents are not allowed. `noConversation`: its
 * conversation is gone. `assistant`: its assistant is gone, or needs information. `cost`: the person must be asked first,
 * because it may be expensive.
 */
export type RefusalReason =
  | "empty"
  | "streaming"
  | "noModel"
  | "tooLong"
  | "documentsPending"
  | "documentsFailed"
  | "documents"
  | "noConversation"
  | "assistant"
  | "cost";

export interface SendRefusal {
  reason: RefusalReason;
  /** The notice for the person, exactly as specified. */
  text: string;
}

/**
 * If rejected, nothing was sent and the caller keeps the text. If sent, `outcome` resolves when it is clear where the
 * message is.
 */
export type SendResult =
  | { status: "refused"; refusal: SendRefusal }
  | { status: "sent"; outcome: Promise<SendOutcome> };
