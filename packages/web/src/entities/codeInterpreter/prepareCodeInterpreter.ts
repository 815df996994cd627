import { type Conversation, createCodeInterpreter, localFileKeyPrefix } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import type { TurnStore } from "../conversations/turnStore.ts";
import { isLocalKey } from "./localFiles.ts";

/**
 * Gives the conversation the id that its requests name, unless it has one. The server creates that of a cloud conversation,
 * and knows none of a conversation that was local. Throws CallError.
 */
export async function prepareCodeInterpreter(
  store: Pick<TurnStore, "setCodeInterpreterId">,
  { id, isLocal, codeInterpreterAssistantId }: Conversation,
): Promise<void> {
  const isKnown = codeInterpreterAssistantId !== null && (isLocal || !isLocalKey(codeInterpreterAssistantId));
  if (isKnown) return;
  const assistantId = isLocal
    ? `${localFileKeyPrefix}${crypto.randomUUID()}`
    : (await call(createCodeInterpreter, {})).assistantId;
  await store.setCodeInterpreterId(id, assistantId);
}
