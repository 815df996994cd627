import { randomUUID } from "node:crypto";
import { submitQualityImprovement } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { countSubmission } from "../countSubmission.ts";
import { insertSubmission } from "../repository.ts";
import { toSubmittedContent } from "../submittedContent.ts";

/** Writes no audit entry: an anonymous submission must not lead to the person. */
export const submitQualityImprovementHandler = implement(submitQualityImprovement, async (ctx, input) => {
  countSubmission(ctx, ctx.actor);
  const { type, summary, purpose, additionalComments, numberOfDataSources, includeUser, dataSources } = input.qiData;
  const content = toSubmittedContent(input.conversation, dataSources);
  const now = ctx.clock.now();
  await insertSubmission(ctx.db, {
    id: randomUUID(),
    owner_id: includeUser ? getOwnerId(ctx.actor) : null,
    type,
    ...{ summary, purpose, comments: additionalComments },
    data_source_count: numberOfDataSources,
    content: JSON.stringify(content),
    message_count: content.conversation?.messages.length ?? 0,
    submitted_at: includeUser ? now : toDay(now),
  });
  return {};
});

/** Returns the beginning of the day in UTC, so that the time cannot be found in a log. */
const toDay = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()));
