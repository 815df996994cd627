import * as z from "zod/mini";

/** A question to an assistant, and its answer. */
export const AnalyzedTurn = z.object({ question: z.string(), answer: z.string() });
export type AnalyzedTurn = z.infer<typeof AnalyzedTurn>;

/** What is known of an answer when it ends. */
export const AnalysisJob = z.object({
  assistant: z.object({
    id: z.string(),
    versionId: z.string(),
    groupId: z.string(),
    name: z.string(),
    isJudged: z.boolean(),
    categories: z.array(z.string()),
  }),
  /** Who asked, and who pays for the judgement. */
  person: z.object({ id: z.string(), kind: z.enum(["person", "service"]), payer: z.string() }),
  conversationHash: z.string(),
  promptHash: z.string(),
  /** Null if the conversation is local. */
  answer: z.nullable(z.object({ conversationId: z.string(), messageId: z.string() })),
  /** Only of a local conversation, whose job is never stored. Of others, the job reads them. */
  localTurns: z.optional(z.array(AnalyzedTurn)),
  /** True if people were hidden when the person asked. Absent: the job is of an earlier release. */
  isHidden: z.optional(z.boolean()),
  groupType: z.nullable(z.string()),
  entryPoint: z.string(),
  modelName: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
});
export type AnalysisJob = z.infer<typeof AnalysisJob>;
