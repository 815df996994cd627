import type { AnalysisJob } from "../analysisJob.ts";

/** An answer to record, with what is derived from the job. */
export interface NewTurn
  extends Pick<AnalysisJob, "assistant" | "person" | "conversationHash" | "promptHash" | "answer"> {
  pseudonym: string;
  /** True if the person was told that the editors do not learn who they are. */
  isHidden: boolean;
  employeeType: string | null;
  entryPoint: string;
  modelName: string;
  startedAt: string;
  endedAt: string;
}
