import type { RunStep } from "../../core/context.ts";
import { analysisJobName, recordAnalysis } from "./recordAnalysis.ts";
import { toAnalysisJob } from "./toAnalysisJob.ts";

/** Records figures about the conversations with assistants of groups, after each answer. */
export const analysisStep: RunStep = {
  name: analysisJobName,
  job: { options: { concurrency: 2, timeoutSeconds: 60, retries: 5 }, run: recordAnalysis },
  begin(run) {
    if (!run.assistant?.analysis) return {};
    const startedAt = run.platform.clock.now();
    return { toJob: (result) => toAnalysisJob(run, startedAt, result) };
  },
};
