import { randomUUID } from "node:crypto";
import { getGroupConversation, saveUserRating } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAnalyticsTestbed } from "./testing/createAnalyticsTestbed.ts";

let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
beforeAll(async () => {
  bed = await createAnalyticsTestbed();
});
afterEach(async () => {
  bed.server.models.resume();
  await bed.server.settled();
  bed.server.models.reset();
  await bed.platform.db.deleteFrom("analysis_records").execute();
});
afterAll(() => bed.server.close());

describe("an answer of a group's assistant", () => {
  test("[G3.09] gives a record, which a later answer updates", async () => {
    const { id } = await bed.createAssistant();
    const startedAt = bed.clock.now();
    const options = bed.createCloudOptions();
    await bed.ask(id, "Why? [[answer: Because.]]", { ...options, groupType: "Law", source: "Moodle" });
    await bed.waitForPrompts(id, 1);
    const rating = { conversationId: options.conversationId, userRating: 4, userFeedback: "Short" };
    expect((await bed.student.proxy(saveUserRating, rating)).status).toBe(200);
    const endedAt = bed.clock.now();
    const next = { requestId: randomUUID(), parentId: options.replyId, replyId: randomUUID() };
    await bed.ask(id, "And? [[answer: So.]]", { ...options, ...next, groupType: "Art" });
    await bed.waitForPrompts(id, 2);
    const { records, total } = await bed.listRecords({ assistantId: id });
    expect(total).toBe(1);
    expect(records).toEqual([
      {
        conversationId: expect.any(String),
        assistantId: id,
        assistantName: "Course guide",
        user: "student@uni.edu",
        employeeType: "Art",
        entryPoint: bed.platform.config.productName,
        numberPrompts: 2,
        modelUsed: "scripted-large",
        timestamp: endedAt.toISOString(),
        userRating: 4,
        userFeedback: "Short",
        systemRating: null,
        category: null,
        hasContent: true,
      },
    ]);
    expect(await bed.readRecords()).toMatchObject([{ started_at: startedAt }]);
    const [record] = records;
    const { result } = await bed.editor.proxy(getGroupConversation, {
      assistantId: id,
      conversationId: record?.conversationId ?? "",
    });
    expect(result.data.content.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Why? [[answer: Because.]]"],
      ["assistant", "Because."],
      ["user", "And? [[answer: So.]]"],
      ["assistant", "So."],
    ]);
  });

  test("of a local conversation gives figures without a person", async () => {
    const { id } = await bed.createAssistant();
    await bed.ask(id, "Why? [[answer: Because.]]", { conversationId: randomUUID() });
    const { records } = await bed.listRecords({ assistantId: id });
    expect(records).toMatchObject([{ user: null, numberPrompts: 1, hasContent: false }]);
  });
});
