import { getAssistant, getGroupConversation, getGroupDashboard, saveUserRating } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { modules } from "../../modules.ts";
import { createAnalyticsTestbed } from "../../testing/createAnalyticsTestbed.ts";
import { addMembers } from "../groups/service.ts";

describe("with ANALYTICS_IDENTITIES=hide", () => {
  let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
  beforeAll(async () => {
    bed = await createAnalyticsTestbed({ ANALYTICS_IDENTITIES: "hide" });
  });
  afterAll(() => bed.server.close());

  test("editors see figures of five people and more, by week, and nobody's name, feedback or conversation", async () => {
    const { id } = await bed.createAssistant();
    const members = await Promise.all(["m1", "m2", "m3", "m4", "m5"].map(bed.signIn));
    const group = { groupId: bed.group.wireId, members: {} as Record<string, "read"> };
    for (const { actor } of members) group.members[actor.email] = "read";
    await addMembers(bed.platform, bed.admin.actor, group);
    const [first, ...others] = members;
    if (!first) throw new Error("there is no first member");
    const options = bed.createCloudOptions();
    await bed.ask(id, "Why? [[answer: So.]]", { ...options, person: first, groupType: "Law" });
    await bed.waitForPrompts(id, 1);
    const rating = { conversationId: options.conversationId, userRating: 1, userFeedback: "m1 is angry" };
    await first.proxy(saveUserRating, rating);
    for (const person of others.slice(1)) await bed.ask(id, "Why? [[answer: So.]]", { person, source: "Moodle" });
    const empty = { numUsers: 0, totalConversations: 0, entryPointDistribution: [], activity: [] };
    expect((await bed.readDashboard({ assistantId: id })).dashboardData).toMatchObject(empty);
    expect(await bed.listRecords({ assistantId: id })).toMatchObject({ records: [], total: 0 });
    for (const person of others.slice(0, 1)) await bed.ask(id, "Why? [[answer: So.]]", { person, source: "Moodle" });
    const { dashboardData } = await bed.readDashboard({
      assistantId: id,
      startDate: bed.clock.now().toISOString().slice(0, 10),
    });
    expect(dashboardData).toMatchObject({
      ...{ numUsers: 5, totalConversations: 5, averageUserRating: null, areIdentitiesHidden: true },
      entryPointDistribution: [{ value: "Other", count: 5 }],
      employeeTypeDistribution: [{ value: "Other", count: 5 }],
      activity: [{ conversations: 5, users: 5 }],
    });
    const list = await bed.listRecords({ assistantId: id, sortBy: "user", query: "m1" });
    expect(list).toMatchObject({ records: [], total: 0, areIdentitiesHidden: true });
    const { records } = await bed.listRecords({ assistantId: id, sortBy: "user" });
    expect(records).toHaveLength(5);
    for (const record of records) {
      expect(record).toMatchObject({ user: null, userFeedback: null, hasContent: false });
      expect(record).toMatchObject({ entryPoint: "Other", employeeType: null });
      expect(new Date(record.timestamp).getUTCDay()).toBe(1);
      expect(record.timestamp).toMatch(/T00:00:00\.000Z$/);
    }
    const reason = "Your institution shows figures only, and no chats of other people.";
    for (const record of records) {
      const opened = await bed.editor.proxy(getGroupConversation, {
        ...{ assistantId: id, conversationId: record.conversationId },
      });
      expect([opened.status, opened.body.message]).toEqual([403, reason]);
    }
    const all = { assistantId: id, includeConversationContent: true };
    expect((await bed.editor.proxy(getGroupDashboard, all)).status).toBe(403);
    expect(await bed.platform.db.selectFrom("analysis_openings").selectAll().execute()).toEqual([]);
  });

  test("what was recorded or rated meanwhile stays hidden when the server shows people again", async () => {
    const { id } = await bed.createAssistant();
    const show = () =>
      Object.assign(bed.platform, { config: { ...bed.platform.config, hidesIdentitiesInAnalytics: false } });
    const hide = () =>
      Object.assign(bed.platform, { config: { ...bed.platform.config, hidesIdentitiesInAnalytics: true } });
    onTestFinished(() => void hide());
    const readRow = async () => (await bed.listRecords({ assistantId: id })).records[0];
    const openRow = async (conversationId = "") =>
      (await bed.editor.proxy(getGroupConversation, { assistantId: id, conversationId })).status;
    const options = bed.createCloudOptions();
    const { conversationId } = options;
    await bed.ask(id, "Why? [[answer: So.]]", options);
    await bed.waitForPrompts(id, 1);
    await bed.student.proxy(saveUserRating, { conversationId, userRating: 2, userFeedback: "student is angry" });
    show();
    // A later turn does not reveal the earlier ones.
    const next = { requestId: "next", parentId: options.replyId, replyId: "next-a" };
    await bed.ask(id, "And? [[answer: So.]]", { ...options, ...next });
    await bed.waitForPrompts(id, 2);
    const hidden = await readRow();
    expect(hidden).toMatchObject({
      user: null,
      userFeedback: null,
      hasContent: false,
      userRating: 2,
      numberPrompts: 2,
    });
    expect(hidden?.timestamp).toMatch(/T00:00:00\.000Z$/);
    expect(await openRow(hidden?.conversationId)).toBe(404);
    const all = { assistantId: id, includeConversationContent: true };
    const { conversationData } = await bed.readDashboard(all);
    expect(conversationData).toEqual([hidden]);
    expect(await bed.listRecords({ assistantId: id, query: "angry" })).toMatchObject({ total: 0 });
    expect(await bed.platform.db.selectFrom("analysis_openings").selectAll().execute()).toEqual([]);

    await bed.platform.db.deleteFrom("analysis_records").execute();
    const open = bed.createCloudOptions();
    await bed.ask(id, "Why? [[answer: So.]]", open);
    await bed.waitForPrompts(id, 1);
    expect(await readRow()).toMatchObject({ user: "student@uni.edu", hasContent: true });
    hide();
    await bed.student.proxy(saveUserRating, { conversationId: open.conversationId, userRating: 3 });
    show();
    expect(await readRow()).toMatchObject({ user: null, hasContent: false, userRating: 3 });
  });

  test("records from before the mark count as configured, and stay hidden if the server has started with `hide`", async () => {
    const { id } = await bed.createAssistant();
    const setHides = (hidesIdentitiesInAnalytics: boolean) =>
      Object.assign(bed.platform, { config: { ...bed.platform.config, hidesIdentitiesInAnalytics } });
    onTestFinished(() => void setHides(true));
    await bed.platform.db.deleteFrom("analysis_records").execute();
    await bed.ask(id, "Why? [[answer: So.]]", bed.createCloudOptions());
    await bed.waitForPrompts(id, 1);
    const prepare = async () => modules.find(({ name }) => name === "analytics")?.prepare?.(bed.platform);
    const unmark = () => bed.platform.db.updateTable("analysis_records").set({ is_hidden: null }).execute();
    const readRow = async () => (await bed.listRecords({ assistantId: id })).records[0];
    await unmark();
    setHides(false);
    expect(await readRow()).toMatchObject({ user: "student@uni.edu", hasContent: true });
    await prepare();
    expect(await bed.readRecords()).toMatchObject([{ is_hidden: false }]);
    await unmark();
    setHides(true);
    await prepare();
    setHides(false);
    expect(await readRow()).toMatchObject({ user: null, hasContent: false });
  });

  test("assistants say what their editors learn, and whether a model rates the chats", async () => {
    const { id } = await bed.createAssistant();
    const { id: judgedId } = await bed.createAssistant({ data: { supportConvAnalysis: true } });
    const readAnalysis = async (assistantId: string) => {
      const { analysis, isJudged } = (await bed.student.proxy(getAssistant, { assistantId })).result.assistant;
      return { analysis, isJudged };
    };
    expect(await readAnalysis(id)).toEqual({ analysis: "hidden", isJudged: false });
    expect(await readAnalysis(judgedId)).toEqual({ analysis: "hidden", isJudged: true });
    await bed.platform.db.updateTable("groups").set({ supports_analysis: false }).execute();
    expect(await readAnalysis(judgedId)).toEqual({ analysis: null, isJudged: false });
  });
});
