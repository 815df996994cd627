import { randomUUID } from "node:crypto";
import {
  analysisTexts,
  assistantTexts,
  getConversationAnalysis,
  getGroupConversation,
  getGroupDashboard,
  listGroupConversations,
  saveUserRating,
  updateGroupAnalysis,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAnalyticsTestbed } from "../../testing/createAnalyticsTestbed.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { addMembers, changeLevels, removeMembers } from "../groups/service.ts";
import { blockPerson } from "../people/service.ts";

/** Only in what the student has asked and been told. */
const secret = "periwinkle-2718";

describe("a conversation with a group's assistant", () => {
  let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
  let assistantId: string;
  let recordId: string;
  let conversationId: string;
  beforeAll(async () => {
    bed = await createAnalyticsTestbed();
  });
  afterAll(() => bed.server.close());
  beforeEach(async () => {
    ({ id: assistantId } = await bed.createAssistant());
    const options = bed.createCloudOptions();
    ({ conversationId } = options);
    await bed.ask(assistantId, `Why ${secret}? [[answer: Because ${secret}.]]`, options);
    await bed.waitForPrompts(assistantId, 1);
    const { records } = await bed.listRecords({ assistantId });
    recordId = records[0]?.conversationId ?? "";
  });

  /** Calls every op that shows what editors may see. Returns the statuses, and all responses as text. */
  async function readAll(person: TestPerson, { ofAssistant = assistantId } = {}) {
    const inScope = { assistantId: ofAssistant };
    const replies = [
      await person.proxy(getGroupDashboard, { ...inScope, includeConversationContent: true }),
      await person.proxy(listGroupConversations, inScope),
      await person.proxy(getGroupConversation, { ...inScope, conversationId: recordId }),
    ];
    return { statuses: replies.map(({ status }) => status), text: JSON.stringify(replies.map(({ body }) => body)) };
  }

  test("[G7.10] [G7.27] can be read by members with write access and by nobody else", async () => {
    const read = await readAll(bed.editor);
    expect(read.statuses).toEqual([200, 200, 200]);
    const rest = await bed.editor.rest(getGroupConversation, { assistantId, conversationId: recordId });
    expect(rest.body).toEqual({ statusCode: 200, body: expect.any(String) });
    expect(JSON.parse(String(rest.body.body))).toEqual({
      success: true,
      data: {
        content: [
          { role: "user", content: `Why ${secret}? [[answer: Because ${secret}.]]` },
          { role: "assistant", content: `Because ${secret}.` },
        ],
      },
    });
    const expectRefused = async (person: TestPerson, status: number) => {
      const refused = await readAll(person);
      expect(refused.statuses).toEqual([status, status, status]);
      expect(refused.text).not.toContain(secret);
      expect(refused.text).not.toContain("student@uni.edu");
    };
    await expectRefused(bed.student, 403);
    await expectRefused(bed.stranger, 404);
    // Site administrators see groups, but nothing that belongs to a group.
    await expectRefused(bed.site, 403);
    const otherAdmin = await bed.signIn("other-admin");
    await bed.createAnalyzedGroup(otherAdmin);
    await expectRefused(otherAdmin, 404);
  });

  test("[G7.14] the addresses for the conversations, the figures and the rating return a JSON string in `body`", async () => {
    const replies = [
      await bed.editor.rest(getGroupConversation, { assistantId, conversationId: recordId }),
      await bed.editor.rest(listGroupConversations, { assistantId }),
      await bed.editor.rest(getGroupDashboard, { assistantId }),
      await bed.student.rest(saveUserRating, { conversationId, userRating: 4 }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual({ statusCode: 200, body: expect.any(String) });
      expect(JSON.parse(String(body.body))).toMatchObject({ success: true });
    }
    expect(replies.map(({ body }) => Object.keys(JSON.parse(String(body.body)).data ?? {}))).toEqual([
      ["content"],
      ["records", "total", "categories", "areIdentitiesHidden"],
      ["dashboardData"],
      [],
    ]);
  });

  test("cannot be read with an assistant of one's own group", async () => {
    const otherAdmin = await bed.signIn("other-admin");
    const ownAssistant = await bed.createAssistant({}, await bed.createAnalyzedGroup(otherAdmin));
    const reply = await otherAdmin.proxy(getGroupConversation, {
      assistantId: ownAssistant.id,
      conversationId: recordId,
    });
    expect([reply.status, reply.body.message]).toEqual([404, analysisTexts.contentNotFound]);
    const own = await readAll(otherAdmin, { ofAssistant: ownAssistant.id });
    expect(own.text).not.toContain(secret);
    const mixed = { assistantId, groupId: (await bed.createAnalyzedGroup(otherAdmin)).wireId };
    expect((await otherAdmin.proxy(listGroupConversations, mixed)).status).toBe(404);
    const both = await bed.editor.proxy(listGroupConversations, { ...mixed });
    expect([both.status, both.body.message]).toEqual([404, assistantTexts.notFound]);
    expect((await bed.editor.proxy(listGroupConversations, {})).status).toBe(400);
  });

  test("can be read no longer by an editor who was demoted, removed or blocked", async () => {
    const { platform, admin, group } = bed;
    const editor = await bed.signIn("former");
    const change = { groupId: group.wireId };
    await addMembers(platform, admin.actor, { ...change, members: { "former@uni.edu": "write" } });
    expect((await readAll(editor)).statuses).toEqual([200, 200, 200]);
    await changeLevels(platform, admin.actor, { ...change, members: { "former@uni.edu": "read" } });
    expect((await readAll(editor)).statuses).toEqual([403, 403, 403]);
    await changeLevels(platform, admin.actor, { ...change, members: { "former@uni.edu": "write" } });
    await removeMembers(platform, admin.actor, { ...change, members: ["former@uni.edu"] });
    expect((await readAll(editor)).statuses).toEqual([404, 404, 404]);
    await addMembers(platform, admin.actor, { ...change, members: { "former@uni.edu": "write" } });
    await blockPerson(platform, bed.site.actor, editor.actor.principal.id);
    expect((await readAll(editor)).statuses).toEqual([401, 401, 401]);
  });

  test("[G6.09] is not recorded and not shown while the group's analysis is off", async () => {
    const switchTo = (supportConvAnalysis: boolean, person = bed.site) =>
      person.proxy(updateGroupAnalysis, { group_id: bed.group.wireId, supportConvAnalysis });
    expect((await switchTo(false, bed.admin)).status).toBe(403);
    expect((await switchTo(false)).status).toBe(200);
    const { status, body } = await bed.admin.proxy(getGroupDashboard, { groupId: bed.group.wireId });
    expect([status, body.message]).toEqual([
      403,
      "Access to dashboard metrics and assistant conversation history is not currently available for this group. To request access to these features, please reach out to Amplify for approval.",
    ]);
    expect((await readAll(bed.admin)).statuses).toEqual([403, 403, 403]);
    expect((await bed.student.proxy(saveUserRating, { conversationId, userRating: 1 })).status).toBe(404);
    await bed.ask(assistantId, "Why? [[answer: So.]]", { conversationId: randomUUID() });
    expect((await switchTo(true)).status).toBe(200);
    expect((await bed.listRecords({ assistantId }, bed.admin)).total).toBe(1);
    const audited = await bed.platform.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirst();
    expect(audited).toMatchObject({
      verb: "changeAnalysis",
      object_ids: [bed.group.id],
      before: { supportsAnalysis: false },
      after: { supportsAnalysis: true },
    });
  });

  test("[G3.11] [C3.28] [C7.44] [G7.13] [C9.10b] can be rated from 1 to 5 by the person alone", async () => {
    const rate = (person: TestPerson, userRating: number | null, userFeedback = "") =>
      person.proxy(saveUserRating, { conversationId, assistantId, messageId: "a", userRating, userFeedback });
    for (const rating of [0, 6, 2.5]) expect((await rate(bed.student, rating)).status).toBe(400);
    for (const person of [bed.editor, bed.stranger, bed.admin]) {
      const { status, body } = await rate(person, 1);
      expect([status, body.message]).toEqual([404, "This chat can’t be rated."]);
    }
    const readRatings = async (person: TestPerson) =>
      (await person.proxy(getConversationAnalysis, { conversationId })).result.ratings;
    const { status, body } = await bed.student.rest(saveUserRating, {
      ...{ conversationId, userRating: 2, userFeedback: " Too short\n" },
    });
    expect([status, body]).toEqual([200, { statusCode: 200, body: JSON.stringify({ success: true }) }]);
    expect(await readRatings(bed.student)).toEqual([
      { assistantId, messageId: null, userRating: 2, userFeedback: "Too short" },
    ]);
    expect(await readRatings(bed.editor)).toEqual([]);
    await rate(bed.student, 5);
    expect(await readRatings(bed.student)).toEqual([
      { assistantId, messageId: "a", userRating: 5, userFeedback: null },
    ]);
    await rate(bed.student, null);
    expect(await readRatings(bed.student)).toEqual([]);
  });
});
