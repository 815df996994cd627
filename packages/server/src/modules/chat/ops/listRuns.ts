import { listRuns } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";

export const listRunsHandler = implement(listRuns, async ({ runLog, actor }, { conversationId }) => {
  const runs = runLog.live(actor.userId);
  return {
    runs: runs
      .filter((run) => conversationId === undefined || run.conversationId === conversationId)
      .map((run) => ({
        requestId: run.requestId,
        conversationId: run.conversationId,
        startedAt: run.startedAt.toISOString(),
      })),
  };
});
