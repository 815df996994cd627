import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  type ChatRequestInput,
  getGroupDashboard,
  listGroupConversations,
  type OpCallInput,
} from "@lectern/contract";
import { expect } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { insertTestAssistant, type TestAssistant } from "../../assistants/testing/insertTestAssistant.ts";
import { createGroup, setGroupAnalysis } from "../../groups/service.ts";

type AskOptions = NonNullable<ChatRequestInput["options"]> & { person?: TestPerson; more?: Partial<ChatRequestInput> };

/** Starts a chat server with a group whose conversations are analyzed. */
export async function createAnalyticsTestbed(environment: Record<string, string> = {}) {
  const clock = createManualClock();
  const server: ChatServer = await startChatServer({
    clock,
    environment: { ADMINS: "site@uni.edu", FEATURES: "assistantAdminInterface", ...environment },
  });
  const { platform } = server;
  const signIn = (name: string) => server.signIn(`${name}@uni.edu`);
  const [admin, editor, student, stranger, site] = [
    await signIn("admin"),
    await signIn("editor"),
    await signIn("student"),
    await signIn("stranger"),
    await signIn("site"),
  ];
  const createAnalyzedGroup = async (owner: TestPerson = admin) => {
    const members = { "editor@uni.edu": "write", "student@uni.edu": "read", "second@uni.edu": "read" } as const;
    const group = await createGroup(platform, owner.actor, { name: "Course", types: ["Law", "Art"], members });
    await setGroupAnalysis(platform, site.actor, { groupId: group.wireId, supportsAnalysis: true });
    return group;
  };
  const group = await createAnalyzedGroup();

  return {
    ...{ clock, server, platform, admin, editor, student, stranger, site, group, signIn, createAnalyzedGroup },
    createAssistant: (content: Partial<AssistantContentInput> = {}, owner = group): Promise<TestAssistant> =>
      insertTestAssistant(platform, owner.id, { name: "Course guide", instructions: "Be kind.", ...content }),

    /** Asks in a local conversation unless `storage` is `cloud`. Resolves when the answer has ended. */
    async ask(
      assistantId: string | undefined,
      content: string,
      { person = student, more, ...options }: AskOptions = {},
    ) {
      const body = server.ask(content, { ...more, options: { requestId: randomUUID(), assistantId, ...options } });
      const reply = await readStream(await server.post(body, { person }));
      await server.settled();
      clock.advance(1_000);
      return reply;
    },

    /** Options of a turn in a new cloud conversation, which needs no title. */
    createCloudOptions(id: string = randomUUID()) {
      const newConversation = { name: "A conversation" };
      const ids = { requestId: `${id}-r`, conversationId: id, parentId: null, replyId: `${id}-a` };
      return { ...ids, newConversation, storage: "cloud" as const };
    },

    readRecords: () => platform.db.selectFrom("analysis_records").selectAll().orderBy("started_at").execute(),

    /** Waits until background jobs have recorded so many questions of an assistant. */
    async waitForPrompts(assistantId: string, count: number) {
      const countPrompts = async () => {
        const rows = await platform.db
          .selectFrom("analysis_records")
          .where("assistant_id", "=", assistantId)
          .select("number_prompts")
          .execute();
        return rows.reduce((sum, row) => sum + row.number_prompts, 0);
      };
      await expect.poll(countPrompts, { timeout: 10_000 }).toBe(count);
    },

    async listRecords(input: OpCallInput<typeof listGroupConversations>, person = editor) {
      const { status, body, result } = await person.proxy(listGroupConversations, input);
      if (status !== 200) throw new Error(`the list was refused: ${JSON.stringify(body)}`);
      return result.data;
    },
    async readDashboard(input: OpCallInput<typeof getGroupDashboard>, person = editor) {
      const { status, body, result } = await person.proxy(getGroupDashboard, input);
      if (status !== 200) throw new Error(`the dashboard was refused: ${JSON.stringify(body)}`);
      return result.data;
    },
  };
}
