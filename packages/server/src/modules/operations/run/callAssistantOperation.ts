import { type callOperation as callOperationOp, limits, type OpOutput, operationTexts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import { cutText } from "../../../core/run/cutText.ts";
import { rejectOnAbort } from "../../../platform/rejectOnAbort.ts";
import type { CallableOperation } from "./callableOperation.ts";
import { createOperationServices, loadCallableOperations } from "./loadCallableOperations.ts";
import { callOperation, type OperationServices, operationTimeoutMs } from "./operationTools.ts";

interface RequestedCall {
  /** The id or the name of an operation, or the name that the model uses. */
  operation: string;
  params: Readonly<Record<string, string | string[]>>;
}

type Outcome = OpOutput<typeof callOperationOp>;

/**
 * Calls an operation of an assistant as its tool does, without asking: the person has pressed a button for it. Throws
 * `notFound` if the assistant cannot call it.
 */
export async function callAssistantOperation(
  platform: Platform,
  actor: Actor,
  assistant: AppliedAssistant,
  { operation, params }: RequestedCall,
  signal: AbortSignal,
): Promise<Outcome> {
  const found = findOperation(await loadCallableOperations(platform, actor, assistant), operation);
  if (!found) {
    const fields = { type: "NoSuchOperation" };
    throw new AppError("notFound", { userMessage: operationTexts.unknownOperation, fields });
  }
  return callWithinTime(found, params, signal, createOperationServices(platform, actor));
}

/** An id is clearer than a name, which the author may have given to several. */
const findOperation = (operations: readonly CallableOperation[], name: string): CallableOperation | undefined =>
  operations.find(({ id }) => id === name) ??
  operations.find(({ toolName }) => toolName === name) ??
  operations.find((each) => each.name === name);

async function callWithinTime(
  operation: CallableOperation,
  params: RequestedCall["params"],
  callerSignal: AbortSignal,
  services: OperationServices,
): Promise<Outcome> {
  const timeoutSignal = AbortSignal.timeout(operationTimeoutMs);
  const signal = AbortSignal.any([callerSignal, timeoutSignal]);
  try {
    // Nobody sees the progress of the call.
    const call = callOperation(operation, params, { signal, report: () => {} }, services);
    const { text, isError = false, pause = null } = await rejectOnAbort(call, signal);
    return { text: cutText(text, limits.toolResultLength), isError, pause };
  } catch (error) {
    if (!timeoutSignal.aborted || callerSignal.aborted) throw error;
    const userMessage = `The operation took longer than ${operationTimeoutMs / 1_000} seconds and was stopped.`;
    throw new AppError("unprocessable", { userMessage, cause: error });
  }
}
