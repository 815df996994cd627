import type { ErrorCode } from "@lectern/contract";
import type { Behaviour } from "../modelServer/behaviour.ts";

/** A fault of a model server or of the connection to it, and its effect on `/chat`. */
export interface ModelFault {
  /** Name in the table and in test titles. */
  fault: string;
  cause: FaultCause;
  /** How a streaming client learns of it. `status`: HTTP status instead of a stream. `end`: last event of a stream. */
  told:
    | { by: "status"; code: ErrorCode; retryAfter?: string }
    | { by: "end"; end: "failed"; code: ErrorCode }
    | { by: "end"; end: "done"; finishReason: string };
  /** The error message; null: nothing is shown except the answer. */
  reads: string | null;
  /** The part of the answer that stays. */
  text: string;
  /** `counted`: as the model server reported it. `estimated`: by Lectern, because the model server reported nothing. */
  usage: "nothing" | "counted" | "estimated";
  /** How often the model call is retried. */
  retries: number;
  /** A remark for the table. */
  note?: string;
}

/** How a test produces the fault. */
export type FaultCause =
  /** Directives in the question for the scripted model server. */
  | { ask: string; timeLimits?: "short" }
  /** The behaviour of the first calls. The question has the directives for the next one. */
  | { first: readonly Partial<Behaviour>[]; ask: string }
  /** The address of the model server. */
  | { at: "a closed port" | "a host that does not exist" | "an untrusted certificate" | "a server that speaks no TLS" };

/** A fault that is tested elsewhere. All texts are for the table only; the tests have their own expectations. */
export interface NamedFault {
  fault: string;
  told: string;
  reads: string;
  stays: string;
  retried: string;
  /** Each file contains a test whose title includes these words. */
  tests: readonly { file: string; title: string }[];
}
