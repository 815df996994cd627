import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { queryInteger, Timestamp, text } from "./primitives.ts";

// Summaries of conversations that people send to their institution so that it can improve the product. What is sent is
// what the person has seen and chosen; whatever else a conversation has does not get here. Without `includeUser`,
// nothing that is stored leads to the person.

export const qualitySummaryTemperature = 0.5;
export const qualitySummaryMaxTokens = 500;

const SubmittedDataSource = z.object({ name: text(1_000), type: z.optional(text(200)) });

/** The prompt template of a message, and what was filled in. */
export const SubmittedTemplate = z.object({
  name: text(limits.promptNameLength),
  values: z.record(text(limits.promptNameLength), text(limits.messageLength)),
});

const SubmittedMessage = z.object({
  role: z.enum(["user", "assistant"]),
  content: text(limits.messageLength),
  /** The next three are present only if `qiData` has data sources. */
  dataSources: z.optional(z.array(SubmittedDataSource).check(z.maxLength(limits.dataSourcesPerMessage))),
  /** The passages that an answer draws on. */
  sources: z.optional(
    z
      .array(z.object({ name: text(1_000), content: text(limits.messageLength) }))
      .check(z.maxLength(limits.qualitySources)),
  ),
  templateData: z.optional(SubmittedTemplate),
});
export type SubmittedMessage = z.infer<typeof SubmittedMessage>;

export const SubmittedConversation = z.object({
  name: text(limits.conversationNameLength),
  folderId: z._default(z.null(), null),
  messages: z.array(SubmittedMessage).check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
});
export type SubmittedConversation = z.infer<typeof SubmittedConversation>;

const SubmittedText = text(limits.qualityTextLength).check(z.trim());

export const QualityData = z.object({
  type: z.literal("Conversation"),
  summary: SubmittedText.check(z.minLength(1)),
  purpose: z._default(SubmittedText, ""),
  additionalComments: z._default(SubmittedText, ""),
  numberOfDataSources: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  /** True: the submission has the caller's name, and belongs to the caller. */
  includeUser: z.boolean(),
  /** Those of the conversation. Absent: the conversation is stored without data sources, sources and template data. */
  dataSources: z.optional(z.array(SubmittedDataSource).check(z.maxLength(limits.qualityDataSources))),
});
export type QualityData = z.infer<typeof QualityData>;

/** Returns how many characters of a conversation count towards `limits.qualityConversationCharacters`. */
export const countSubmittedCharacters = (conversation: SubmittedConversation): number =>
  JSON.stringify(conversation).length;

export const submitQualityImprovement = defineOp({
  method: "POST",
  // The only type of submission.
  path: "/qi/upload/conversation",
  keyScopes: ["full_access"],
  flag: "qiSummary",
  responseEnvelope: "body",
  // People write few of them.
  weight: 100,
  isUntraced: true,
  maxJsonValues: limits.jsonValuesOfConversations,
  summary:
    "Sends the summary of a conversation to the institution for quality improvement, with the conversation unless it is " +
    "null. Unless `includeUser` is true, the submission is anonymous, and only the day is stored.",
  input: z.object({
    qiData: QualityData,
    conversation: z.nullable(
      SubmittedConversation.check(
        z.refine((conversation) => countSubmittedCharacters(conversation) <= limits.qualityConversationCharacters, {
          error: "is too long",
        }),
      ),
    ),
  }),
  output: z.object({}),
});

const path = "/admin/qi";
const common = { keyScopes: "none", access: "admin" } as const;
const SubmissionInput = z.object({ submissionId: z.uuid() });

const Submission = z.object({
  id: z.uuid(),
  type: z.string(),
  /** The beginning of the day, in UTC, if the submission is anonymous. */
  submittedAt: Timestamp,
  /** Null: anonymous. */
  sender: z.nullable(z.object({ name: z.string(), email: z.string() })),
  summary: z.string(),
  numberOfDataSources: z.number(),
  /** Of the conversation; 0: it was not included. */
  messageCount: z.number(),
});

/** The beginning of the summary. */
export const ListedQualitySubmission = Submission;
export type ListedQualitySubmission = z.infer<typeof ListedQualitySubmission>;

const submittedTexts = { purpose: z.string(), additionalComments: z.string() };

export const QualitySubmission = z.object({
  ...Submission.shape,
  ...submittedTexts,
  dataSources: z.nullable(z.array(SubmittedDataSource)),
  conversation: z.nullable(SubmittedConversation),
});
export type QualitySubmission = z.infer<typeof QualitySubmission>;

/** The conversation is one text, cut to what a spreadsheet can show in a cell. */
export const ExportedQualitySubmission = z.object({ ...Submission.shape, ...submittedTexts, conversation: z.string() });
export type ExportedQualitySubmission = z.infer<typeof ExportedQualitySubmission>;

/** A part of the summary, the purpose, the comments, or the sender's name or address. */
const query = z._default(text(limits.searchLength), "");
const cursor = z.optional(text(2_000));

export const listQualitySubmissions = defineOp({
  ...common,
  method: "GET",
  path,
  weight: 5,
  summary:
    "Lists submissions for quality improvement, the latest first, with the beginnings of their summaries. Each call is " +
    "written to the audit log, as those of the next two ops are.",
  input: z.object({
    query,
    limit: z._default(queryInteger(1, limits.qualitySubmissionsPerPage), limits.qualitySubmissionsPerPage),
    cursor,
  }),
  output: z.object({ submissions: z.array(ListedQualitySubmission), nextCursor: z.nullable(z.string()) }),
});

export const getQualitySubmission = defineOp({
  ...common,
  method: "GET",
  path: `${path}/submission`,
  summary: "Returns a submission for quality improvement with its conversation.",
  input: SubmissionInput,
  output: z.object({ submission: QualitySubmission }),
});

export const exportQualitySubmissions = defineOp({
  ...common,
  method: "GET",
  path: `${path}/export`,
  isHeavy: true,
  weight: 5,
  summary: "Lists submissions for quality improvement with all their texts in large pages, to be saved.",
  input: z.object({
    query,
    limit: z._default(queryInteger(1, limits.qualitySubmissionsPerExportPage), limits.qualitySubmissionsPerExportPage),
    cursor,
  }),
  output: z.object({ submissions: z.array(ExportedQualitySubmission), nextCursor: z.nullable(z.string()) }),
});

export const deleteQualitySubmission = defineOp({
  ...common,
  method: "POST",
  path: `${path}/delete`,
  summary: "Deletes a submission for quality improvement. It cannot be undone.",
  input: SubmissionInput,
  output: z.object({}),
});
