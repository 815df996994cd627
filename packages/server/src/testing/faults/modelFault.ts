import type { ErrorCode } from "@lectern/contract";
import type { Behaviour } from "../modelServer/behaviour.ts";

/** A fault of a model server or of the connection to it, and its effect on `/chat`. */
export interface ModelFault {
  /** Name in the table and in test titles. */
  fault: string;
  cause: FaultCause;
  /**
   * The response to a streaming client. `status`: an HTTP status instead of a stream. `end`: the stream's last event.
   */
  response:
    | { by: "status"; code: ErrorCode; retryAfter?: string }
    | { by: "end"; end: "failed"; code: ErrorCode }
    | { by: "end"; end: "done"; finishReason: string };
  /** The error message; null if the person sees only the answer. */
  message: string | null;
  /** The part of the answer that is preserved. */
  answerText: string;
  /** `counted`: the model server reported the usage. `estimated`: the model server did not, so Lectern estimated it. */
  usage: "nothing" | "counted" | "estimated";
  /** Number of retries of the model call. */
  retries: number;
  /** A remark for the table. */
  note?: string;
}

/** How a test produces the fault. */
export type FaultCause =
  /** Directives in the question for the scripted model server. */
  | { ask: string; timeLimits?: "short" }
  /** The behaviour of the first calls. The directives in the question apply to the call after them. */
  | { first: readonly Partial<Behaviour>[]; ask: string }
  /** The kind of address at which the model server is configured. */
  | { at: "a closed port" | "a host that does not exist" | "an untrusted certificate" | "a server that speaks no TLS" };

/** A fault that other tests cover. All texts are for the table only; the tests do not use them. */
export interface NamedFault {
  fault: string;
  response: string;
  message: string;
  preserved: string;
  retries: string;
  /** Each file contains a test whose title includes these words. */
  tests: readonly { file: string; title: string }[];
}
