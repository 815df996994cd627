import { randomUUID } from "node:crypto";
import { type HttpCallResult, type JsonObject, operationTexts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { ServerTool, ToolCallContext, ToolResult } from "../../../core/run/tool.ts";
import type { Wait } from "../../../platform/clock.ts";
import type { CallableOperation } from "./callableOperation.ts";
import { type OperationResult, readOperationResult } from "./readOperationResult.ts";

/** Sends the request of an operation. Throws `AppError` for what cannot be sent, and other errors if no response comes. */
export type SendRequest = (
  operation: CallableOperation,
  params: JsonObject,
  signal: AbortSignal,
) => Promise<HttpCallResult>;

export interface OperationServices {
  send: SendRequest;
  wait: Wait;
}

const maxRetries = 3;
const maxRetryDelayMs = 20_000;
/** Time limit of a call with its repetitions. */
export const operationTimeoutMs = 120_000;
const maxCalls = 10;
/** How many of the newest results decide if the model must stop. */
const rememberedResults = 4;

const stopNote =
  "Errors have occurred. Do not call it again now: tell the person what went wrong, and ask whether to try again.";

/** Creates the tools with which the model calls operations. */
export function createOperationTools(
  operations: readonly CallableOperation[],
  services: OperationServices,
): ServerTool[] {
  const recentFailures: boolean[] = [];
  const remember = (hasFailed: boolean): void => {
    recentFailures.push(hasFailed);
    if (recentFailures.length > rememberedResults) recentFailures.shift();
  };
  return operations.map((operation) => ({
    name: operation.toolName,
    title: operation.title,
    description: operation.description,
    parameters: toParameters(operation),
    needsApproval: operation.needsApproval,
    approvalQuestion: operation.approvalQuestion || operationTexts.confirmation,
    showsArguments: operation.needsApproval,
    fingerprint: operation.fingerprint,
    ...{ maxCalls, timeoutMs: operationTimeoutMs },
    async run(args, context) {
      const result = await callOperation(operation, args, context, services);
      remember(result.isError === true);
      return recentFailures.includes(true) ? { ...result, modelNote: stopNote } : result;
    },
  }));
}

/** JSON Schema of the arguments. Texts only, because some servers accept no choice of types. */
function toParameters({ params }: CallableOperation): JsonObject {
  const properties = Object.fromEntries(
    params.map(({ name, description }) => [name, { type: "string", ...(description ? { description } : {}) }]),
  );
  return { type: "object", properties, additionalProperties: false };
}

/** Calls an operation, and again as long as its server asks for it. */
export async function callOperation(
  operation: CallableOperation,
  args: unknown,
  { signal, report }: ToolCallContext,
  { send, wait }: OperationServices,
): Promise<ToolResult> {
  if (args === null || typeof args !== "object" || Array.isArray(args))
    return { text: "The arguments are invalid. They must be a JSON object.", isError: true };
  const statusId = `operation-${randomUUID()}`;
  const reportProgress = (summary: string, inProgress: boolean): void =>
    report({ id: statusId, summary, message: "", type: "api", inProgress, sticky: false });
  let progress: string | null = null;
  // A model can make up parameters.
  const declared = new Set(operation.params.map(({ name }) => name));
  const params = Object.fromEntries(Object.entries(args).filter(([name]) => declared.has(name)));
  for (let retries = 0; ; retries++) {
    const result = await sendOnce(operation, params, signal, send);
    if (result.retryIn !== null && retries < maxRetries) {
      progress = result.retryMessage || operation.title;
      reportProgress(progress, true);
      await wait(Math.min(result.retryIn, maxRetryDelayMs), signal);
      continue;
    }
    if (progress !== null) reportProgress(progress, false);
    return toToolResult(operation, result);
  }
}

async function sendOnce(
  operation: CallableOperation,
  params: JsonObject,
  signal: AbortSignal,
  send: SendRequest,
): Promise<OperationResult> {
  try {
    return readOperationResult(await send(operation, params, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    const text = `${operationTexts.noResult} ${error.userMessage}`;
    return { text, hasFailed: true, retryIn: null, retryMessage: "", pause: null };
  }
}

function toToolResult(operation: CallableOperation, result: OperationResult): ToolResult {
  if (result.pause !== null) return { text: result.text, pause: result.pause || operationTexts.pauseWithoutMessage };
  return result.hasFailed ? { text: operation.errorMessage || result.text, isError: true } : { text: result.text };
}
