import { randomUUID } from "node:crypto";
import { saveUserRating } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnalyticsTestbed } from "./testing/createAnalyticsTestbed.ts";

describe("the dashboard", () => {
  let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
  beforeAll(async () => {
    bed = await createAnalyticsTestbed();
  });
  afterAll(() => bed.server.close());

  test("[G3.10] [G7.12] [G7.28] has the figures of an assistant, and the records if they are asked for", async () => {
    const { id } = await bed.createAssistant({ data: { supportConvAnalysis: true, analysisCategories: ["Exams"] } });
    const judge = (rating: number, category: string | null) =>
      bed.server.models.script({ answer: JSON.stringify({ rating, category }) }, "scripted-small");
    const day = bed.clock.now().toISOString().slice(0, 10);
    judge(4, "Exams");
    const conversationId = randomUUID();
    await bed.ask(id, "When? [[answer: Soon.]]", { conversationId, groupType: "Law", source: "Moodle" });
    judge(2, "Exams");
    await bed.ask(id, "Where? [[answer: Here.]]", { conversationId, groupType: "Law", source: "Moodle" });
    await bed.student.proxy(saveUserRating, { conversationId, userRating: 5 });
    judge(5, null);
    const second = await bed.signIn("second");
    await bed.ask(id, "Why? [[answer: So.]]", { person: second, groupType: "Law" });
    const { dashboardData, conversationData } = await bed.readDashboard({ assistantId: id });
    expect(conversationData).toBeUndefined();
    expect(dashboardData).toEqual({
      assistantName: "Course guide",
      numUsers: 2,
      totalConversations: 2,
      averagePromptsPerConversation: 1.5,
      averageUserRating: 5,
      averageSystemRating: 3.5,
      entryPointDistribution: [
        { value: bed.platform.config.productName, count: 1 },
        { value: "Moodle", count: 1 },
      ],
      categoryDistribution: [
        { value: null, count: 1 },
        { value: "Exams", count: 1 },
      ],
      employeeTypeDistribution: [{ value: "Law", count: 2 }],
      activity: [{ day, conversations: 2, users: 2 }],
      areIdentitiesHidden: false,
    });
    const withData = await bed.readDashboard({ assistantId: id, includeConversationData: true });
    expect(withData.conversationData?.map(({ numberPrompts }) => numberPrompts)).toEqual([1, 2]);
  });
});
