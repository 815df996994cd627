import type { ChatEvent } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import type { OpenedTurn } from "../../conversations/service.ts";
import type { OverlapFilter } from "../partial/overlapFilter.ts";
import type { EarlierRounds, RoundsInput } from "./answerInRounds.ts";

/** An answer that a run continues, because a person has approved its tools or because it ended too early. */
export interface Continuation {
  /** True if the answer needs the tools of its first part, whose calls are in its messages. */
  needsTools: boolean;
  /**
   * Gives the answer to the run `requestId`. Only one run gets it. Throws `conflict` if another one has it, and the errors
   * of `continueAnswer`.
   */
  take(platform: Platform, actor: Actor, requestId: string): Promise<TakenAnswer>;
}

/** An answer that belongs to the run that continues it. */
export interface TakenAnswer {
  /** The branch of a cloud conversation before the answer; null for a local conversation. */
  branch: OpenedTurn | null;
  /** Events that rebuild the answer, for the readers of the run. */
  events: readonly ChatEvent[];
  /** Joins the next text to these events; null: it is another paragraph. */
  overlapFilter: OverlapFilter | null;
  /** Those of the earlier rounds that the context must have space for; the others have the space for results of tools. */
  framedMessages: readonly ModelMessage[];
  /** Returns what precedes the next call of the model. Never rejects. */
  getEarlierRounds(input: RoundsInput): Promise<EarlierRounds>;
}
