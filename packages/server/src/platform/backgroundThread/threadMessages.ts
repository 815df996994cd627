import type { MessagePort } from "node:worker_threads";
import type { ErrorCode } from "@lectern/contract";
import type { AppErrorDetails } from "../../core/appError.ts";
import type { Portion } from "./portions.ts";

/** `moduleUrl` names a module that exports the function `run`. */
export interface ThreadTask {
  moduleUrl: string;
  input: unknown;
  /** The thread sends a `ThreadMessage` each time it receives a message here, and the first one unasked. */
  port: MessagePort;
}

export type ThreadMessage =
  | { type: "portion"; portion: Portion }
  | { type: "end" }
  | { type: "failure"; failure: ThreadFailure };

/** An AppError; `code` is null for any other error. */
export type ThreadFailure =
  | { code: ErrorCode; details: AppErrorDetails }
  | { code: null; message: string; stack: string | undefined };
