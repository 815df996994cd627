import type { AnalysisJob } from "../analysisJob.ts";

/** An answer to record, with what is derived from the job. */
export interface NewTurn
  extends Pick<AnalysisJob, "assistant" | "person" | "conversationHash" | "promptHash" | "answer"> {
  pseudonym: string;
  employeeType: string | null;
  entryPoint: string;
  modelName: string;
  startedAt: string;
  endedAt: string;
}
