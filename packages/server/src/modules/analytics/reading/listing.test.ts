import { randomUUID } from "node:crypto";
import { ConversationRecordColumn, listGroupConversations, type OpCallInput } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnalyticsTestbed } from "../../../testing/createAnalyticsTestbed.ts";

describe("the list of records", () => {
  let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
  let groupId: string;
  const ids = ["a", "b", "c"].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  beforeAll(async () => {
    bed = await createAnalyticsTestbed();
    groupId = bed.group.wireId;
    const [first, second] = [await bed.createAssistant({ name: "Alpha" }), await bed.createAssistant({ name: "beta" })];
    const shared = { group_id: bed.group.id, started_at: "2026-11-02T23:59:59Z", assistant_name: "Old name" };
    const rows = [
      {
        ...{
          assistant_id: first.id,
          employee_type: "Art",
          entry_point: "Lectern",
          number_prompts: 3,
          category: "Rooms",
        },
        ...{ model_used: "m2", updated_at: "2026-11-03T10:00:00Z", user_rating: 5, system_rating: 1, pseudonym: "1" },
        user_feedback: "100% fine",
      },
      {
        ...{ assistant_id: second.id, employee_type: null, entry_point: "moodle", number_prompts: 1, category: null },
        ...{
          model_used: "m1",
          updated_at: "2026-11-04T10:00:00Z",
          user_rating: null,
          system_rating: null,
          pseudonym: "2",
        },
        user_feedback: null,
      },
      {
        ...{ assistant_id: second.id, employee_type: "Law", entry_point: "App", number_prompts: 2, category: "Exams" },
        ...{ model_used: "m3", updated_at: "2026-11-02T10:00:00Z", user_rating: 1, system_rating: 4, pseudonym: "3" },
        user_feedback: "Bad",
      },
    ];
    await bed.platform.db
      .insertInto("analysis_records")
      .values(rows.map((row, index) => ({ ...shared, ...row, id: ids[index] ?? "", conversation_hash: randomUUID() })))
      .execute();
  });
  afterAll(() => bed.server.close());

  /** Lists the first letters of the records' ids. */
  async function list(input: OpCallInput<typeof listGroupConversations> = {}): Promise<string> {
    const { records } = await bed.listRecords({ groupId, ...input });
    return records.map(({ conversationId }) => conversationId[0]).join("");
  }

  test("[G7.11] has the newest answer first, and is sorted by each column, with what is unknown last", async () => {
    expect(await list()).toBe("bac");
    const expected: Record<ConversationRecordColumn, [ascending: string, descending: string]> = {
      assistantName: ["abc", "bca"],
      user: ["abc", "abc"],
      employeeType: ["acb", "cab"],
      entryPoint: ["cab", "bac"],
      numberPrompts: ["bca", "acb"],
      modelUsed: ["bac", "cab"],
      timestamp: ["cab", "bac"],
      userRating: ["cab", "acb"],
      systemRating: ["acb", "cab"],
      category: ["cab", "acb"],
      userFeedback: ["acb", "cab"],
      conversationId: ["abc", "cba"],
      assistantId: await sortByAssistant(),
    };
    for (const sortBy of ConversationRecordColumn.options) {
      const orders = [await list({ sortBy, isDescending: false }), await list({ sortBy, isDescending: true })];
      expect(orders, sortBy).toEqual(expected[sortBy]);
    }
  });

  async function sortByAssistant(): Promise<[string, string]> {
    const { records } = await bed.listRecords({ groupId, sortBy: "assistantName", isDescending: false });
    const [first, second] = [records[0]?.assistantId ?? "", records[1]?.assistantId ?? ""];
    return first < second ? ["abc", "bca"] : ["bca", "abc"];
  }

  test("is filtered by a part of a text, the category and the first day, and comes in pages", async () => {
    expect(await list({ query: " ALPH " })).toBe("a");
    expect(await list({ query: "bad" })).toBe("c");
    expect(await list({ query: "100%" })).toBe("a");
    expect(await list({ query: "%" })).toBe("a");
    expect(await list({ category: "Exams" })).toBe("c");
    expect(await list({ startDate: "2026-11-02", endDate: "2026-11-02" })).toBe("bac");
    expect(await list({ startDate: "2026-11-03" })).toBe("");
    expect(await list({ endDate: "2026-11-01" })).toBe("");
    const page = await bed.listRecords({ groupId, offset: 1, limit: 1 });
    expect(page.records.map(({ conversationId }) => conversationId[0])).toEqual(["a"]);
    expect(page).toMatchObject({ total: 3, categories: ["Exams", "Rooms"], areIdentitiesHidden: false });
  });

  test("cannot be sorted by anything else", async () => {
    for (const sortBy of ["pseudonym", "id; drop table analysis_records", ""]) {
      const input = { groupId, sortBy } as never;
      expect((await bed.editor.proxy(listGroupConversations, input)).status).toBe(400);
    }
  });
});
