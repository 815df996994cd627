import { listRuns } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { toOwnRequestId } from "../runKey.ts";

export const listRunsHandler = implement(listRuns, async ({ runLog, actor }, { conversationId }) => {
  const runs = await runLog.listLiveRuns(actor.principal.id, conversationId);
  return {
    runs: runs.flatMap((run) => {
      const requestId = toOwnRequestId(actor, run);
      const { conversationId, startedAt } = run;
      return requestId === null ? [] : [{ requestId, conversationId, startedAt: startedAt.toISOString() }];
    }),
  };
});
