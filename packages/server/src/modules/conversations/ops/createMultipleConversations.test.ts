import {
  compressText,
  createMultipleConversations,
  limits,
  listConversations,
  type MessageInput,
  openConversation,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { exampleArtifact } from "../../../testing/getOpExamples.ts";
import { openBrowserEvents } from "../../../testing/openBrowserEvents.ts";
import { type ChatServer, startChatServer } from "../../../testing/startChatServer.ts";

let server: ChatServer;
let owner: TestPerson;
let stranger: TestPerson;
let count = 0;
beforeAll(async () => {
  server = await startChatServer({});
});
beforeEach(async () => {
  count += 1;
  owner = await server.signIn(`owner${count}@example.org`);
  stranger = await server.signIn(`stranger${count}@example.org`);
});
afterEach(() => server.settled());
afterAll(() => server.close());

const messages: MessageInput[] = [
  { id: "q1", role: "user", content: "How?" },
  { id: "a1", parentId: "q1", role: "assistant", content: "So." },
];
const build = (id: string, more: object = {}) => ({ id, name: `Name of ${id}`, messages, ...more });
const create = (conversations: ReturnType<typeof build>[], person = owner) =>
  person.proxy(createMultipleConversations, { conversations });
const listIds = async (person = owner) =>
  (await person.proxy(listConversations, {})).result.conversations.map(({ id }) => id).sort();

test("stores the conversations with their messages, times and artifacts", async () => {
  const old = "2020-01-02T03:04:05.000Z";
  const artifacts = { [exampleArtifact.artifactId]: [{ ...exampleArtifact, contents: "Of the artifact" }] };
  const { status, result } = await create([
    build("c1", { createdAt: old, updatedAt: old, tags: ["imported"] }),
    build("c2", { artifacts }),
  ]);
  expect(status).toBe(200);
  expect(result.rejected).toEqual([]);
  expect(result.created).toMatchObject([
    { id: "c1", name: "Name of c1", createdAt: old, updatedAt: old, tags: ["imported"], isLocal: false },
    { id: "c2" },
  ]);
  const { conversation } = (await owner.proxy(openConversation, { conversationId: "c2" })).result;
  expect(conversation).toMatchObject({
    headId: "a1",
    revision: 1,
    messages: [{ id: "q1" }, { id: "a1", content: "So." }],
  });
  expect(JSON.stringify(conversation.artifacts)).toContain("Of the artifact");
});

test("says which conversations were rejected and why, and stores the others", async () => {
  await create([build("used", { name: "The first" })]);
  const { result } = await create([
    build("c1"),
    build("used", { name: "The second" }),
    build("orphan", { messages: [{ id: "a1", parentId: "nowhere", role: "assistant", content: "So." }] }),
    build("c2"),
    build("c2", { name: "Again" }),
  ]);
  expect(result.created.map(({ id }) => id)).toEqual(["c1", "c2"]);
  expect(result.rejected).toEqual([
    { id: "used", code: "conflict", message: "You already have a chat with this ID." },
    { id: "orphan", code: "invalidInput", message: "The request is not valid." },
    { id: "c2", code: "conflict", message: "You already have a chat with this ID." },
  ]);
  const { conversation } = (await owner.proxy(openConversation, { conversationId: "used" })).result;
  expect(conversation.name).toBe("The first");
  expect(await listIds()).toEqual(["c1", "c2", "used"]);
});

test("a repeated call stores nothing twice", async () => {
  await create([build("c1"), build("c2")]);
  const { result } = await create([build("c1"), build("c2")]);
  expect(result.created).toEqual([]);
  expect(result.rejected.map(({ id, code }) => `${id} ${code}`)).toEqual(["c1 conflict", "c2 conflict"]);
  const { conversation } = (await owner.proxy(openConversation, { conversationId: "c1" })).result;
  expect(conversation).toMatchObject({ revision: 1, messages: { length: 2 } });
});

test("the conversations of another person with the same ids stay theirs", async () => {
  await create([build("c1")]);
  expect((await create([build("c1", { name: "Theirs" })], stranger)).result.created).toHaveLength(1);
  const { conversation } = (await owner.proxy(openConversation, { conversationId: "c1" })).result;
  expect(conversation.name).toBe("Name of c1");
});

test("none, and more than a call may carry, are rejected as a whole", async () => {
  expect((await create([])).status).toBe(400);
  const tooMany = Array.from({ length: limits.newConversationsPerCall + 1 }, (_, n) => build(`c${n}`));
  expect((await create(tooMany)).status).toBe(400);
  expect(await listIds()).toEqual([]);
});

test("the artifacts of all conversations together are decompressed up to the limit of one conversation", async () => {
  const contents = compressText("x".repeat(limits.artifactLength));
  const buildArtifacts = (id: string) => ({
    [id]: Array.from({ length: 20 }, (_, n) => ({ ...exampleArtifact, artifactId: id, version: n + 1, contents })),
  });
  const { result } = await create(["c1", "c2", "c3"].map((id) => build(id, { artifacts: buildArtifacts(id) })));
  expect(result.created.map(({ id }) => id)).toEqual(["c1"]);
  expect(result.rejected.map(({ id, code }) => `${id} ${code}`)).toEqual(["c2 tooLarge", "c3 tooLarge"]);
});

test.each([3, 30])("tells the owner's browsers of %i new conversations, and nobody else's", async (number) => {
  const open = async (person: TestPerson) => {
    const stream = await openBrowserEvents(server.origin, person, null);
    onTestFinished(stream.close);
    return stream;
  };
  const [own, theirs] = [await open(owner), await open(stranger)];
  await create(Array.from({ length: number }, (_, n) => build(`c${n}`)));
  const expected =
    number > 10
      ? [{ type: "conversations" }]
      : Array.from({ length: number }, (_, n) => ({ type: "conversation", id: `c${n}`, change: "saved", revision: 1 }));
  await vi.waitFor(() => {
    for (const event of expected) expect(own.events).toContainEqual(expect.objectContaining(event));
  });
  await create([build("theirs")], stranger);
  await vi.waitFor(() => expect(theirs.events).toContainEqual(expect.objectContaining({ id: "theirs" })));
  expect(theirs.events.filter(({ type }) => type.startsWith("conversation"))).toHaveLength(1);
});
