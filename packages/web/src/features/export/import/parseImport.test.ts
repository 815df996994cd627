import {
  Conversation,
  type Conversation as ConversationType,
  Folder,
  getBranch,
  PromptTemplate,
} from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toExportedConversation } from "../../../entities/exports/toExportedConversation.ts";
import { writeExportFile } from "../jsonExport/writeExportFile.ts";
import { ImportError } from "./importTypes.ts";
import { parseImport } from "./parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const parse = (json: unknown) => parseImport(json, now);

function listBranchTexts(conversation: ConversationType | undefined): string[] {
  return getBranch(conversation?.messages ?? [], conversation?.headId ?? null).map(
    ({ role, content }) => `${role}: ${content}`,
  );
}

const createMessage = (role: string, content: string, fields: object = {}) => ({ role, content, ...fields });

describe("files of this product and its predecessors", () => {
  const legacy = {
    id: 7,
    name: "Old",
    messages: [createMessage("user", "Hi"), createMessage("assistant", "Hello")],
    model: { id: "gpt-4" },
    folderId: 3,
  };

  test("[C3.29] [A3.22] versions 1 to 4 are parsed, with defaults for fields that earlier ones lack", () => {
    const folders = [{ id: 3, name: "Physics", type: "chat" }];
    const prompts = [{ id: "p1", name: "Ask", content: "{{x}}", model: {}, folderId: null }];
    for (const file of [
      [legacy],
      { history: [legacy], folders: [{ id: 3, name: "Physics" }] },
      { version: 3, history: [legacy], folders },
      { version: 4, history: [legacy], folders, prompts },
    ]) {
      const { conversations, folders: parsedFolders, prompts: parsedPrompts, skipped } = parse(file);
      expect(skipped).toEqual([]);
      expect(listBranchTexts(conversations[0])).toEqual(["user: Hi", "assistant: Hello"]);
      expect(conversations[0]).toMatchObject({ id: "7", modelId: "gpt-4", folderId: "3", isLocal: true, revision: 0 });
      if (!Array.isArray(file)) expect(parsedFolders).toMatchObject([{ id: "3", name: "Physics", type: "chat" }]);
      if ("prompts" in file) expect(parsedPrompts).toMatchObject([{ id: "p1", type: "prompt", description: "" }]);
    }
  });

  test("[C3.29] anything else is 'Unsupported data format'", () => {
    for (const file of [
      null,
      1,
      "x",
      {},
      { version: 5, history: [] },
      { version: 4 },
      { history: "x" },
      [{ a: 1 }],
      { version: "4", history: [] },
    ]) {
      expect(() => parse(file), JSON.stringify(file)).toThrow(new ImportError("Unsupported data format"));
    }
  });

  test("damaged items are skipped and named, and the others are kept", () => {
    const { conversations, folders, prompts, skipped } = parse({
      version: 4,
      history: [
        null,
        { id: "c1", name: "Half", messages: [createMessage("user", "Hi"), { role: "nobody", content: "x" }, null] },
        { id: "c2", name: "New Conversation", messages: [] },
        { id: "c1", name: "Again", messages: [createMessage("user", "Hi")] },
      ],
      folders: [{ id: "f" }, 1],
      prompts: [{ id: "p" }, { id: "q", name: "Fine", content: "x" }, { id: "q", name: "Twice", content: "y" }],
    });
    expect(conversations.map(({ name }) => name)).toEqual(["Half"]);
    expect([folders, prompts.map(({ name }) => name)]).toEqual([[], ["Fine"]]);
    const expected = [
      { name: "Unnamed item", reason: "It isn’t a chat." },
      { name: "Half", reason: "2 of its messages couldn’t be read." },
      { name: "New Conversation", reason: "It has no messages." },
      { name: "Again", reason: "It is in the file more than once." },
      { name: "Twice", reason: "It is in the file more than once." },
      ...[1, 2].map(() => ({ name: "Unnamed item", reason: "It isn’t a folder." })),
      { name: "Unnamed item", reason: "It has no name." },
    ];
    expect(skipped).toHaveLength(expected.length);
    expect(skipped).toEqual(expect.arrayContaining(expected));
  });

  test("100,000 messages with the same id are parsed in linear time", () => {
    const messages = Array.from({ length: 100_000 }, () => createMessage("user", "x", { id: "same" }));
    const { skipped } = parse([
      { id: "c", name: "Many", messages },
      { id: "d", name: "Few", messages: messages.slice(0, 3) },
    ]);
    expect(skipped).toEqual([{ name: "Many", reason: "It has too many messages." }]);
  });

  test("invalid ids, cycles, missing parents, duplicates, invalid dates and dangerous keys are repaired", () => {
    const file = JSON.parse(`{"version":4,"history":[{
      "id":"<script>","name":"a\\u0000b","createdAt":"never","updatedAt":"2999-01-01","temperature":99,"tags":[1],
      "__proto__":{"polluted":true},
      "messages":[
        {"id":"a","parentId":"b","role":"user","content":"1\\u0000","data":{"__proto__":{"x":1},"run":{"requestId":"r"},"end":5,"kept":1}},
        {"id":"b","parentId":"a","role":"assistant","content":"2"},
        {"id":"b","parentId":"nowhere","role":"assistant","content":"3"},
        {"id":" bad id ","parentId":"b","role":"user","content":"4"}
      ]}],"folders":[],"prompts":[]}`);
    const [conversation] = parse(file).conversations;
    expect(Conversation.safeParse(conversation).success).toBe(true);
    expect(conversation).toMatchObject({
      name: "ab",
      updatedAt: now.toISOString(),
      createdAt: now.toISOString(),
      tags: [],
    });
    expect(conversation?.id).toMatch(/^imported-[0-9a-f]{24}$/);
    expect(conversation?.messages[0]).toMatchObject({ content: "1", data: { kept: 1 } });
    expect(conversation?.messages[0]?.data.run).toBeUndefined();
    expect(conversation?.messages).toHaveLength(4);
    expect(new Set(conversation?.messages.map(({ id }) => id)).size).toBe(4);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    // Reading a file twice yields the same ids, so a second import finds the existing items.
    expect(parse(file).conversations[0]?.id).toBe(conversation?.id);
    for (const message of conversation?.messages ?? [])
      expect(getBranch(conversation?.messages ?? [], message.id)[0]?.parentId).toBeNull();
  });
});

describe("an export from ChatGPT", () => {
  const createNode = (id: string, parent: string | null, children: string[], message: object | null = null) => ({
    id,
    parent,
    children,
    message,
  });
  const createNodeMessage = (role: string, content: object, fields: object = {}) => ({
    author: { role },
    content,
    create_time: 1_700_000_000.5,
    ...fields,
  });
  const text = (...parts: unknown[]) => ({ content_type: "text", parts });
  const conversation = {
    title: "Carnot",
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    conversation_id: "6f1a-1",
    current_node: "a2",
    mapping: {
      root: createNode("root", null, ["sys"]),
      sys: createNode("sys", "root", ["u1"], createNodeMessage("system", text("You are"))),
      u1: createNode(
        "u1",
        "sys",
        ["a1", "t1"],
        createNodeMessage("user", {
          content_type: "multimodal_text",
          parts: [{ content_type: "image_asset_pointer" }, "What is it?"],
        }),
      ),
      a1: createNode(
        "a1",
        "u1",
        [],
        createNodeMessage("assistant", text("First \ue200cite\ue202turn0\ue201answer【1†source】"), {
          metadata: { model_slug: "gpt-x" },
        }),
      ),
      t1: createNode(
        "t1",
        "u1",
        ["c1"],
        createNodeMessage("assistant", { content_type: "thoughts", thoughts: [{ summary: "Think", content: "hard" }] }),
      ),
      c1: createNode(
        "c1",
        "t1",
        ["o1"],
        createNodeMessage(
          "assistant",
          { content_type: "code", language: "python", text: "print('```')" },
          { recipient: "python" },
        ),
      ),
      o1: createNode("o1", "c1", ["a2"], createNodeMessage("tool", { content_type: "execution_output", text: "42" })),
      a2: createNode("a2", "o1", [], createNodeMessage("assistant", text("It is 42."))),
    },
  };

  test("has branches, authors, parts, executed code and reasoning", () => {
    const { kind, conversations, skipped } = parse([conversation]);
    expect([kind, skipped]).toEqual(["chatGpt", []]);
    const [read] = conversations;
    expect(read).toMatchObject({
      id: "6f1a-1",
      name: "Carnot",
      createdAt: "2023-11-14T22:13:20.000Z",
      headId: "a2",
      isLocal: true,
    });
    expect(listBranchTexts(read)).toEqual(["user: [Image, not imported]\n\nWhat is it?", "assistant: It is 42."]);
    const firstAnswer = read?.messages.find(({ id }) => id === "a1");
    expect(firstAnswer).toMatchObject({ parentId: "u1", content: "First answer", data: { modelName: "gpt-x" } });
    const { reasoning, steps } = read?.messages.find(({ id }) => id === "a2")?.data ?? {};
    expect(reasoning).toBe("**Think**\n\nhard");
    expect(steps).toEqual([
      {
        ...{ id: "c1", round: 0, tool: "python", title: "Python", arguments: "print('```')", offset: 0 },
        ...{ state: "done", result: "42" },
      },
    ]);
  });

  test("may have cycles, unknown children and messages without a root", () => {
    const mapping = {
      a: createNode("a", "b", ["b"], createNodeMessage("user", text("1"))),
      b: createNode("b", "a", ["a", "a", "none"], createNodeMessage("assistant", text("2"))),
      c: createNode("c", "none", [], createNodeMessage("user", text("3"))),
      d: createNode("d", "c", [], createNodeMessage("assistant", text("4"))),
      e: 5,
    };
    const [read] = parse([{ ...conversation, mapping, current_node: "e" }]).conversations;
    expect(read?.messages.map(({ content }) => content).sort()).toEqual(["1", "2", "3", "4"]);
    expect(Conversation.safeParse(read).success).toBe(true);
  });

  test("may have a conversation that cannot be parsed, which is skipped and named", () => {
    const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
    const damaged = { ...conversation, title: "Endless", conversation_id: undefined, create_time: deep };
    const { conversations, skipped } = parse([damaged, conversation]);
    expect(conversations.map(({ name }) => name)).toEqual(["Carnot"]);
    expect(skipped).toEqual([{ name: "Endless", reason: "It is damaged." }]);
  });

  test("keeps an answer and most of the output of its tools, and counts the rest", () => {
    const count = 220;
    const runs = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `o${index}`,
        createNode(
          `o${index}`,
          index === 0 ? null : `o${index - 1}`,
          [index === count - 1 ? "a2" : `o${index + 1}`],
          createNodeMessage("tool", { content_type: "execution_output", text: "x".repeat(20_000) }),
        ),
      ]),
    );
    const a2 = createNode("a2", `o${count - 1}`, [], createNodeMessage("assistant", text("It is 42.")));
    const { conversations, skipped, leftOut } = parse([{ ...conversation, mapping: { ...runs, a2 } }]);
    expect(skipped).toEqual([]);
    const answer = conversations[0]?.messages[0];
    expect(answer?.content).toBe("It is 42.");
    const steps = answer?.data.steps ?? [];
    expect(steps.filter(({ result }) => result === "x".repeat(20_000))).toHaveLength(200);
    expect(leftOut).toEqual([{ kind: "toolResult", count: 20, names: ["code"] }]);
  });

  test("may have 20,000 messages in one branch", () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `n${index}`,
        createNode(
          `n${index}`,
          index === 0 ? null : `n${index - 1}`,
          [`n${index + 1}`],
          createNodeMessage(index % 2 ? "assistant" : "user", text(`${index}`)),
        ),
      ]),
    );
    expect(
      listBranchTexts(parse([{ ...conversation, mapping, current_node: "n19999" }]).conversations[0]),
    ).toHaveLength(20_000);
  });
});

describe("the steps of an answer", () => {
  const step = {
    ...{ id: "s1", round: 0, tool: "search_documents", title: "Search documents", arguments: '{"query":"rain"}' },
    ...{ state: "done", result: "Three passages", durationMs: 412, offset: 7 },
  } as const;
  const importSteps = async (steps: readonly unknown[]) => {
    const answer = createMessage("assistant", "Before.\n\nAfter.", {
      id: "a1",
      data: { run: { requestId: "r1" }, end: { end: "done" }, steps },
    });
    return parse({ version: 4, history: [{ id: "c1", name: "Rain", messages: [answer] }], folders: [], prompts: [] });
  };

  test("survive an export and its import", async () => {
    const { conversations } = await importSteps([step, { ...step, id: "s2", state: "failed" }]);
    const batches = (async function* () {
      yield conversations;
    })();
    const file = await writeExportFile({ conversations: batches, folders: [], prompts: [] });
    const { conversations: imported, leftOut } = parse(JSON.parse(await file.text()));
    expect(imported).toEqual(conversations);
    expect(imported[0]?.messages[0]?.data.steps).toEqual([step, { ...step, id: "s2", state: "failed" }]);
    expect(leftOut).toEqual([]);
  });

  test("cannot be approved after an import", async () => {
    const { conversations } = await importSteps([step, { ...step, id: "s2", state: "waiting" }]);
    const { run, steps } = conversations[0]?.messages[0]?.data ?? {};
    expect(run).toBeUndefined();
    expect(steps?.map(({ state }) => state)).toEqual(["done", "cancelled"]);
  });

  test("are imported without those that are not valid, which are counted", async () => {
    const { conversations, leftOut } = await importSteps([step, { ...step, id: "", tool: "odd" }, step, 5]);
    expect(conversations[0]?.messages[0]?.data.steps).toEqual([step]);
    expect(leftOut).toEqual([{ kind: "toolCall", count: 3, names: ["odd", "search_documents"] }]);
  });
});

describe("an export from Claude", () => {
  test("has messages, attached texts, reasoning and branches", () => {
    const { kind, conversations } = parse([
      {
        uuid: "c-1",
        name: "Engines",
        created_at: "2024-05-01T10:00:00.123456Z",
        updated_at: "2024-05-01T10:05:00Z",
        chat_messages: [
          {
            uuid: "m1",
            sender: "human",
            text: "Read it",
            content: [],
            parent_message_uuid: "00000000-0000-4000-8000-000000000000",
            attachments: [{ file_name: "a.txt", extracted_content: "some `text`" }],
            files: [{ file_name: "b.png" }],
          },
          {
            uuid: "m2",
            sender: "assistant",
            text: "no",
            parent_message_uuid: "m1",
            content: [
              { type: "thinking", thinking: "hm" },
              { type: "text", text: "Done" },
              { type: "tool_use", input: {} },
            ],
          },
          {
            uuid: "m3",
            sender: "assistant",
            text: "Otherwise",
            parent_message_uuid: "m1",
            created_at: "2024-05-01T10:05:00Z",
          },
        ],
      },
      { uuid: "c-2", name: "", chat_messages: [] },
    ]);
    expect(kind).toBe("claude");
    expect(conversations).toHaveLength(1);
    expect(conversations[0]).toMatchObject({
      id: "c-1",
      name: "Engines",
      createdAt: "2024-05-01T10:00:00.123Z",
      headId: "m3",
    });
    const [first, second] = conversations[0]?.messages ?? [];
    expect(first).toMatchObject({
      role: "user",
      parentId: null,
      label: "Read it\n\n[Attached: a.txt]\n\n[Attached: b.png]",
      content: "Read it\n\n[Attached: a.txt]\n\n[Attached: b.png]\n\n**a.txt**\n\n```\nsome `text`\n```",
    });
    expect(second).toMatchObject({ content: "Done", data: { reasoning: "hm" }, parentId: "m1" });
    expect(listBranchTexts(conversations[0])).toHaveLength(2);
  });

  test("is one linear branch if it names no parents", () => {
    const chat_messages = ["human", "assistant", "human"].map((sender, index) => ({
      uuid: `m${index}`,
      sender,
      text: `${index}`,
    }));
    expect(listBranchTexts(parse([{ uuid: "c", name: "n", chat_messages }]).conversations[0])).toEqual([
      "user: 0",
      "assistant: 1",
      "user: 2",
    ]);
  });
});

describe("any file", () => {
  const anyMessage = fc.record(
    {
      id: fc.anything(),
      parentId: fc.anything(),
      role: fc.constantFrom("user", "assistant", "x", 1),
      content: fc.anything(),
      data: fc.anything(),
      createdAt: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const anyConversation = fc.record(
    {
      id: fc.anything(),
      name: fc.anything(),
      messages: fc.oneof(fc.array(anyMessage), fc.anything()),
      folderId: fc.anything(),
      tree: fc.anything(),
      tags: fc.anything(),
      model: fc.anything(),
      updatedAt: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const anyNode = fc.record({
    parent: fc.constantFrom("a", "b", "c", null, 1),
    children: fc.oneof(fc.array(fc.constantFrom("a", "b", "c")), fc.anything()),
    message: fc.anything(),
  });
  const anyFile = fc.oneof(
    fc.record({
      version: fc.constantFrom(2, 3, 4),
      history: fc.array(anyConversation),
      folders: fc.array(fc.anything()),
      prompts: fc.array(fc.anything()),
    }),
    fc.array(anyConversation),
    fc.array(
      fc.record({
        title: fc.anything(),
        mapping: fc.dictionary(fc.constantFrom("a", "b", "c"), anyNode),
        current_node: fc.anything(),
      }),
    ),
    fc.array(fc.record({ uuid: fc.anything(), chat_messages: fc.array(fc.anything()) })),
    fc.jsonValue(),
  );

  test("is rejected as a whole or parsed into valid items", () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const json = toJson(file);
        try {
          const { conversations, folders, prompts } = parse(json);
          for (const conversation of conversations) {
            expect(Conversation.safeParse(conversation).success).toBe(true);
            const ids = new Set(conversation.messages.map(({ id }) => id));
            expect(ids.size).toBe(conversation.messages.length);
            expect(conversation.headId === null || ids.has(conversation.headId)).toBe(true);
            for (const { parentId } of conversation.messages) expect(parentId === null || ids.has(parentId)).toBe(true);
          }
          expect(new Set(conversations.map(({ id }) => id)).size).toBe(conversations.length);
          expect(folders.every((folder) => Folder.safeParse(folder).success)).toBe(true);
          expect(prompts.every((prompt) => PromptTemplate.safeParse(prompt).success)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: getFuzzRunCount(300) },
    );
  });

  function toJson(value: unknown): unknown {
    const text = JSON.stringify(value, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
    return text === undefined ? null : JSON.parse(text);
  }
});

describe("an export of this product", () => {
  const storableText = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.replaceAll("\0", "").toWellFormed());
  const conversationSeeds = fc.array(
    fc.record({
      name: storableText.map((name) => `n${name.trim()}`),
      parents: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      head: fc.nat(),
      tags: fc.array(storableText, { maxLength: 2 }),
    }),
    { maxLength: 6 },
  );
  const conversations = conversationSeeds.map((seeds) =>
    seeds.map(({ name, parents, head, tags }, index): ConversationType => {
      const messages = parents.map((parent, position) => ({
        id: `m${position}`,
        // ChatGPT conversations can have several roots.
        parentId: position === 0 || parent % 7 === 0 ? null : `m${parent % position}`,
        role: position % 2 ? ("assistant" as const) : ("user" as const),
        content: `text ${position}`,
        data: { state: { position } },
      }));
      const at = "2026-01-01T00:00:00.000Z";
      return {
        id: `c${index}`,
        name,
        modelId: "m",
        folderId: null,
        tags,
        isLocal: true,
        groupType: null,
        codeInterpreterAssistantId: null,
        isPinned: index % 2 === 0,
        isArchived: index % 3 === 0,
        createdAt: at,
        updatedAt: at,
        prompt: null,
        temperature: 0.5,
        maxTokens: null,
        messages,
        headId: `m${head % messages.length}`,
        revision: 0,
      };
    }),
  );

  test("[A9.05a] is imported unchanged with all versions of messages, and shows other products the shown branch", async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (all) => {
        const folders = [{ id: "f", name: "F", type: "chat" as const }];
        async function* batches() {
          for (const conversation of all) yield [conversation];
        }
        const blob = await writeExportFile({ conversations: batches(), folders, prompts: [] });
        const json: unknown = JSON.parse(await blob.text());
        expect(json).toMatchObject({ version: 4, folders, prompts: [] });
        const read = parse(json);
        expect(read.skipped).toEqual([]);
        expect(read.conversations).toEqual(all);
        for (const conversation of all) {
          expect(toExportedConversation(conversation).messages).toEqual(
            getBranch(conversation.messages, conversation.headId),
          );
        }
      }),
      { numRuns: getFuzzRunCount(60) },
    );
  });
});
