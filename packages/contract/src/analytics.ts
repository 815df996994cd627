import * as z from "zod/mini";
import { AssistantId } from "./assistants.ts";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id, Timestamp, text } from "./primitives.ts";

// What the editors of a group learn about the conversations with its assistants. A record has figures about one
// conversation with one assistant. It has no content: that is read from the conversation while it exists.

export const analysisTexts = {
  /** While the group's conversations are not analyzed. */
  notAvailable:
    "Access to dashboard metrics and assistant conversation history is not currently available for this group. To " +
    "request access to these features, please reach out to Amplify for approval.",
  contentNotFound: "Error loading conversation content.",
  /** The value of what is merged in distributions: rare values, and those of fewer than 5 people if these are hidden. */
  other: "Other",
} as const;

/** From 1 to 5. */
const StarRating = z.int().check(z.gte(1), z.lte(5));
/** `yyyy-mm-dd`, in UTC. */
const Day = z.iso.date();

/** Which conversations are counted: those of one assistant or of all assistants of a group, by their first day. */
const AnalysisScope = z.object({
  /** Absent: all assistants of the group. */
  assistantId: z.optional(AssistantId),
  /** Needed unless `assistantId` is given. */
  groupId: z.optional(Id),
  /** The first and the last day; absent: no bound. */
  startDate: z.optional(Day),
  endDate: z.optional(Day),
});
export type AnalysisScope = z.infer<typeof AnalysisScope>;

const hasScope = z.refine<AnalysisScope>(({ assistantId, groupId }) => Boolean(assistantId ?? groupId), {
  error: "must have an assistantId or a groupId",
});

/** The columns by which records can be sorted. */
export const ConversationRecordColumn = z.enum([
  "assistantName",
  "user",
  "employeeType",
  "entryPoint",
  "numberPrompts",
  "modelUsed",
  "timestamp",
  "userRating",
  "systemRating",
  "category",
  "userFeedback",
  "conversationId",
  "assistantId",
]);
export type ConversationRecordColumn = z.infer<typeof ConversationRecordColumn>;

/** One conversation with one assistant. A later answer updates it. */
export const ConversationRecord = z.object({
  /** Identifies the record. It is not the id of the person's conversation, which only they know. */
  conversationId: z.uuid(),
  assistantId: AssistantId,
  assistantName: z.string(),
  /**
   * The person's email address; null if the institution hides people, the person or the conversation has been deleted,
   * or the conversation is stored in the person's browser.
   */
  user: z.nullable(z.string()),
  /** The type of the group that the person has chosen; null: none. */
  employeeType: z.nullable(z.string()),
  /** The program that asked: `options.source` of the request, or the product's name. */
  entryPoint: z.string(),
  numberPrompts: z.number(),
  /** The model of the last answer. */
  modelUsed: z.string(),
  /** When the last answer ended. */
  timestamp: Timestamp,
  userRating: z.nullable(z.number()),
  userFeedback: z.nullable(z.string()),
  /** How well a model thinks the assistant answered, from 1 to 5; null: not judged. */
  systemRating: z.nullable(z.number()),
  /** One of the assistant's categories, chosen by a model; null: none. */
  category: z.nullable(z.string()),
  /** False if the content is hidden, has been deleted or was never stored. */
  hasContent: z.boolean(),
});
export type ConversationRecord = z.infer<typeof ConversationRecord>;

const ContentMessage = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

/** Number of conversations by a property's value, most frequent first; a null value was not known. */
const Distribution = z.array(z.object({ value: z.nullable(z.string()), count: z.number() }));
export type AnalysisDistribution = z.infer<typeof Distribution>;

export const DashboardData = z.object({
  /** The assistant's name, or the group's if all its assistants are counted. */
  assistantName: z.string(),
  numUsers: z.number(),
  totalConversations: z.number(),
  averagePromptsPerConversation: z.number(),
  averageUserRating: z.nullable(z.number()),
  averageSystemRating: z.nullable(z.number()),
  entryPointDistribution: Distribution,
  categoryDistribution: Distribution,
  employeeTypeDistribution: Distribution,
  /** Conversations and people by day; by week, named by its Monday, if the institution hides people. */
  activity: z.array(z.object({ day: Day, conversations: z.number(), users: z.number() })),
  /** True if the institution hides people: counts of fewer than 5 people are merged with others or left out. */
  areIdentitiesHidden: z.boolean(),
});
export type DashboardData = z.infer<typeof DashboardData>;

export const getGroupDashboard = defineOp({
  method: "POST",
  path: "/assistant/get_group_assistant_dashboards",
  keyScopes: ["full_access"],
  responseEnvelope: "body",
  isHeavy: true,
  summary:
    "Returns figures about the conversations with an assistant of a group, or with all of them, for people who can " +
    "write in the group. With `includeConversationData` the newest records, and with `includeConversationContent` " +
    "their content, too, which the persons are told.",
  input: z
    .extend(AnalysisScope, {
      includeConversationData: z._default(z.boolean(), false),
      includeConversationContent: z._default(z.boolean(), false),
    })
    .check(hasScope),
  output: z.object({
    data: z.object({
      dashboardData: DashboardData,
      /** Absent unless asked for. */
      conversationData: z.optional(
        z.array(z.extend(ConversationRecord, { content: z.optional(z.array(ContentMessage)) })),
      ),
    }),
  }),
});

export const listGroupConversations = defineOp({
  method: "POST",
  path: "/assistant/get_group_assistant_conversations",
  keyScopes: ["full_access"],
  responseEnvelope: "body",
  isHeavy: true,
  summary:
    "Returns a page of the records of an assistant of a group, or of all of them, for people who can write in the " +
    "group. `query` is a part of the assistant's name, the person's address, the category or the feedback.",
  input: z
    .extend(AnalysisScope, {
      query: z._default(text(limits.searchLength), ""),
      category: z.optional(text(200)),
      sortBy: z._default(ConversationRecordColumn, "timestamp"),
      isDescending: z._default(z.boolean(), true),
      offset: z._default(z.int().check(z.gte(0), z.lte(limits.conversationRecordsOffset)), 0),
      limit: z._default(z.int().check(z.gte(1), z.lte(limits.conversationRecordsPerPage)), 100),
    })
    .check(hasScope),
  output: z.object({
    data: z.object({
      records: z.array(ConversationRecord),
      /** How many records match. */
      total: z.number(),
      /** The categories that occur in the scope, for the filter. */
      categories: z.array(z.string()),
      areIdentitiesHidden: z.boolean(),
    }),
  }),
});

export const getGroupConversation = defineOp({
  method: "POST",
  path: "/assistant/get_group_conversations_data",
  keyScopes: ["full_access"],
  responseEnvelope: "body",
  summary:
    "Returns what a person asked an assistant of a group and what it answered, for people who can write in the group. " +
    "`conversationId` is that of the record. The person is told who has opened it, and when.",
  input: z.object({ assistantId: AssistantId, conversationId: z.uuid() }),
  output: z.object({ data: z.object({ content: z.array(ContentMessage) }) }),
});

export const saveUserRating = defineOp({
  method: "POST",
  path: "/assistant/save_user_rating",
  keyScopes: ["full_access"],
  responseEnvelope: "body",
  summary:
    "Stores how many stars the caller gives the answers of a group's assistant in a conversation of theirs, and why. " +
    "Replaces an earlier rating; null withdraws it. The group's editors read it.",
  input: z.object({
    /** The caller's own conversation. */
    conversationId: Id,
    /** Absent: the assistant that answered last. */
    assistantId: z.optional(AssistantId),
    /** The answer on which the rating was given. */
    messageId: z.optional(Id),
    userRating: z.nullable(StarRating),
    userFeedback: z._default(text(limits.feedbackReasonLength).check(z.trim()), ""),
  }),
  output: z.object({}),
});

export const getConversationAnalysis = defineOp({
  method: "POST",
  path: "/assistant/conversation_analysis",
  keyScopes: ["full_access"],
  summary:
    "Returns the caller's ratings in a conversation of theirs, and who has opened it as an editor of a group, latest " +
    "first.",
  input: z.object({ conversationId: Id }),
  output: z.object({
    ratings: z.array(
      z.object({
        assistantId: AssistantId,
        messageId: z.nullable(z.string()),
        userRating: z.number(),
        userFeedback: z.nullable(z.string()),
      }),
    ),
    openings: z.array(z.object({ openedBy: z.string(), openedAt: Timestamp, assistantName: z.string() })),
  }),
});

export const updateGroupAnalysis = defineOp({
  method: "POST",
  path: "/groups/analysis/update",
  access: "admin",
  keyScopes: "none",
  summary:
    "Switches the analysis of conversations of a group on or off. While it is off, nothing is recorded and nobody sees " +
    "what was.",
  input: z.object({ group_id: Id, supportConvAnalysis: z.boolean() }),
  output: z.object({}),
});
