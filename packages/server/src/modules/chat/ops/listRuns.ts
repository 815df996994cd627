import { listRuns } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";

export const listRunsHandler = implement(listRuns, async ({ runLog, actor }, { conversationId }) => {
  const runs = await runLog.listLiveRuns(actor.userId, conversationId);
  return {
    runs: runs.map((run) => ({
      requestId: run.requestId,
      conversationId: run.conversationId,
      startedAt: run.startedAt.toISOString(),
    })),
  };
});
