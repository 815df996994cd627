import type { ErrorCode } from "@lectern/contract";
import type { Behaviour } from "../modelServer/behaviour.ts";

/** Something that a model's server, or the way to it, does wrong, and what comes of it at `/chat`. */
export interface ModelFault {
  /** As it stands in the table. */
  fault: string;
  cause: FaultCause;
  /** How a streamed reply tells it. `status`: in the place of a stream; `end`: as the last event of one that has begun. */
  told:
    | { by: "status"; code: ErrorCode; retryAfter?: string }
    | { by: "end"; end: "failed"; code: ErrorCode }
    | { by: "end"; end: "done"; finishReason: string };
  /** The server's sentence; null: there is nothing to read but the answer. */
  reads: string | null;
  /** The text of the answer that stays. */
  text: string;
  /** `estimated`: counted by us, because the model's server did not say. */
  usage: "nothing" | "counted" | "estimated";
  /** How often the model's server is asked again. */
  retries: number;
  /** What else stays or happens, for the table. */
  note?: string;
}

/** How the fault is brought about. */
export type FaultCause =
  /** Directives of the question. */
  | { ask: string; timeLimits?: "short" }
  /** What the first calls do; the question says what the next one does. */
  | { first: readonly Partial<Behaviour>[]; ask: string }
  /** Where the model is looked for. */
  | { at: "a closed port" | "a host that does not exist" | "an untrusted certificate" | "a server that speaks no TLS" };

/** A fault whose test stands elsewhere. `reads` and `stays` are for the table; the test is the one that says so. */
export interface NamedFault {
  fault: string;
  told: string;
  reads: string;
  stays: string;
  retried: string;
  /** Each file has a test whose title holds these words. */
  tests: readonly { file: string; title: string }[];
}
