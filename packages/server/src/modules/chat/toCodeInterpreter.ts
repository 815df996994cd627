import type { ChatRequest } from "@lectern/contract";
import type { ChatTurn } from "../../core/run/chatTurn.ts";

/** Reads how the model may run Python. An assistant that is named answers without it. */
export function toCodeInterpreter(request: ChatRequest): Pick<ChatTurn, "codeInterpreter"> {
  const { options = {} } = request;
  const assistantId = options.codeInterpreterAssistantId ?? request.codeInterpreterAssistantId ?? null;
  const isSkipped = options.skipCodeInterpreter ?? request.skipCodeInterpreter ?? false;
  const hasAssistant = Boolean(options.assistantId ?? request.assistantId ?? options.assistantDraft);
  if (assistantId === null || isSkipped || hasAssistant) return {};
  const isOnly = options.codeInterpreterOnly ?? request.codeInterpreterOnly ?? false;
  return { codeInterpreter: { assistantId, isOnly } };
}
