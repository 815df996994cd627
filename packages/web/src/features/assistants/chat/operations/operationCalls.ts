import { callOperation, operationTexts } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { Chat } from "../../../../entities/chat/createChat.ts";
import { call } from "../../../../lib/call.ts";
import { CallError } from "../../../../lib/callError.ts";
import { createPageStore } from "../../../../lib/pageStore.ts";
import { notifyError } from "../../../../ui/notices/notify.tsx";
import { type OpBlock, toParams } from "./parseOpBlock.ts";
import { formatResult } from "./resultMessage.ts";

/** What became of a press on the button of an `op` block. `paused`: the person has to do something first. */
export type OperationCall =
  | { status: "running"; cancel: () => void }
  | { status: "cancelled" }
  | { status: "failed"; reason: string | null }
  | { status: "paused"; message: string }
  | { status: "done" };

/** By the place of the block, so that a call goes on, and is made once, while another conversation is shown. */
const operationCalls = createPageStore<Readonly<Record<string, OperationCall>>>(() => ({}));

/** Returns the call of the block at a place; undefined: none has been made. */
export const useOperationCall = (place: string): OperationCall | undefined => operationCalls((calls) => calls[place]);

interface NewCall {
  /** Identifies the block. */
  place: string;
  conversationId: string;
  assistantId: string;
  /** With the values that the person has entered. */
  block: OpBlock;
}

/** Calls the operation of a block, unless that was done, and sends the result to the conversation. Never rejects. */
export async function runOperation(chat: Pick<Chat, "sendOrReturn">, newCall: NewCall): Promise<void> {
  const { place, assistantId, block } = newCall;
  const setCall = (next: OperationCall) => operationCalls.setState({ [place]: next });
  const present = operationCalls.getState()[place];
  if (present && present.status !== "failed" && present.status !== "cancelled") return;
  const controller = new AbortController();
  const { signal } = controller;
  setCall({ status: "running", cancel: () => controller.abort() });
  try {
    const input = { assistantId, operation: block.id, params: toParams(block.fields) };
    const { text, isError, pause } = await call(callOperation, input, { signal });
    if (isError) return setCall({ status: "failed", reason: text });
    if (pause !== null) return setCall({ status: "paused", message: pause });
    sendResult(chat, newCall, text);
    setCall({ status: "done" });
  } catch (error) {
    if (signal.aborted) return setCall({ status: "cancelled" });
    const { reason, message, fields } = error instanceof CallError ? error : new CallError("", { cause: error });
    if (fields.type !== "NoSuchOperation") {
      const cause = reason ?? message;
      return setCall({ status: "failed", reason: t`Error calling Ops op: ${cause}` });
    }
    notifyError(t`The plan had an error. I am going to let the Assistant know.`);
    sendResult(chat, newCall, operationTexts.unknownOperation);
    setCall({ status: "done" });
  }
}

function sendResult(chat: Pick<Chat, "sendOrReturn">, { conversationId, block }: NewCall, result: string): void {
  chat.sendOrReturn({
    conversationId,
    text: formatResult(block.id, result),
    label: block.title || block.id,
    actionResult: true,
    skipsPrefixPrompts: true,
  });
}
