import {
  type ConversationRecord,
  type DashboardData,
  getConversationAnalysis,
  getGroupConversation,
  getGroupDashboard,
  listGroupConversations,
  type OpOutput,
  saveUserRating,
} from "@lectern/contract";
import { stubOp } from "./stubServer.ts";

/** A record of a conversation. */
export const createRecord = (fields: Partial<ConversationRecord> = {}): ConversationRecord => ({
  conversationId: "5b0c8f5e-0000-4000-8000-000000000001",
  assistantId: "astgp/heat",
  assistantName: "Heat",
  user: "ada@example.org",
  employeeType: "Student",
  entryPoint: "Lectern",
  numberPrompts: 3,
  modelUsed: "scripted-large",
  timestamp: "2026-11-20T12:00:00.000Z",
  userRating: 4,
  userFeedback: "Clear, and short.",
  systemRating: 5,
  category: "Exams",
  hasContent: true,
  ...fields,
});

/** The figures of a group. */
export const createDashboard = (fields: Partial<DashboardData> = {}): DashboardData => ({
  assistantName: "Physics",
  numUsers: 7,
  totalConversations: 12,
  averagePromptsPerConversation: 3.5,
  averageUserRating: 4.25,
  averageSystemRating: null,
  entryPointDistribution: [{ value: "Lectern", count: 12 }],
  categoryDistribution: [
    { value: "Exams", count: 9 },
    { value: null, count: 3 },
  ],
  employeeTypeDistribution: [{ value: "Student", count: 12 }],
  activity: [
    { day: "2026-11-18", conversations: 5, users: 3 },
    { day: "2026-11-20", conversations: 7, users: 4 },
  ],
  areIdentitiesHidden: false,
  ...fields,
});

/** Answers as a server with these figures and records. */
export function stubGroupAnalytics({
  dashboard = createDashboard(),
  records = [createRecord()],
  content = [],
}: {
  dashboard?: DashboardData;
  records?: readonly ConversationRecord[];
  content?: OpOutput<typeof getGroupConversation>["data"]["content"];
} = {}): void {
  stubOp(getGroupDashboard, { data: { dashboardData: dashboard } });
  stubOp(listGroupConversations, ({ query = "", category, offset = 0, limit = 100 }) => {
    const matching = records.filter(
      (record) => record.assistantName.includes(query) && (category === undefined || record.category === category),
    );
    const categories = [...new Set(records.flatMap((record) => record.category ?? []))];
    const page = { records: matching.slice(offset, offset + limit), total: matching.length, categories };
    return { data: { ...page, areIdentitiesHidden: dashboard.areIdentitiesHidden } };
  });
  stubOp(getGroupConversation, { data: { content: [...content] } });
}

/** Answers as a server that stores the person's ratings of a conversation. */
export function stubOwnAnalysis({ openings = [] }: Partial<OpOutput<typeof getConversationAnalysis>> = {}): {
  ratings: OpOutput<typeof getConversationAnalysis>["ratings"];
  openings: OpOutput<typeof getConversationAnalysis>["openings"];
} {
  const stored: OpOutput<typeof getConversationAnalysis> = { ratings: [], openings: [...openings] };
  stubOp(getConversationAnalysis, () => ({ ...stored }));
  stubOp(saveUserRating, ({ assistantId = "", messageId = null, userRating, userFeedback = "" }) => {
    stored.ratings = userRating === null ? [] : [{ assistantId, messageId, userRating, userFeedback }];
    return {};
  });
  return stored;
}
