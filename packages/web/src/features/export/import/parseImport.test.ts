import {
  Conversation,
  type Conversation as ConversationType,
  Folder,
  getBranch,
  limits,
  PromptTemplate,
} from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toExportedConversation } from "../jsonExport/toExportedConversation.ts";
import { writeExportFile } from "../jsonExport/writeExportFile.ts";
import { ImportError } from "./importTypes.ts";
import { parseImport } from "./parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const parse = (json: unknown) => parseImport(json, now);

function thread(conversation: ConversationType | undefined): string[] {
  return getBranch(conversation?.messages ?? [], conversation?.headId ?? null).map(
    ({ role, content }) => `${role}: ${content}`,
  );
}

const said = (role: string, content: string, more: object = {}) => ({ role, content, ...more });

describe("files of this product and its predecessors", () => {
  const legacy = {
    id: 7,
    name: "Old",
    messages: [said("user", "Hi"), said("assistant", "Hello")],
    model: { id: "gpt-4" },
    folderId: 3,
  };

  test("[C3.29] [A3.22] versions 1 to 4 are read, and what the earlier ones lack is filled in", () => {
    const folders = [{ id: 3, name: "Physics", type: "chat" }];
    const prompts = [{ id: "p1", name: "Ask", content: "{{x}}", model: {}, folderId: null }];
    for (const file of [
      [legacy],
      { history: [legacy], folders: [{ id: 3, name: "Physics" }] },
      { version: 3, history: [legacy], folders },
      { version: 4, history: [legacy], folders, prompts },
    ]) {
      const { conversations, folders: read, prompts: asked, skipped } = parse(file);
      expect(skipped).toEqual([]);
      expect(thread(conversations[0])).toEqual(["user: Hi", "assistant: Hello"]);
      expect(conversations[0]).toMatchObject({ id: "7", modelId: "gpt-4", folderId: "3", isLocal: true, revision: 0 });
      if (!Array.isArray(file)) expect(read).toMatchObject([{ id: "3", name: "Physics", type: "chat" }]);
      if ("prompts" in file) expect(asked).toMatchObject([{ id: "p1", type: "prompt", description: "" }]);
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

  test("what is damaged is left out and named, and the rest is offered", () => {
    const { conversations, folders, prompts, skipped } = parse({
      version: 4,
      history: [
        null,
        { id: "c1", name: "Half", messages: [said("user", "Hi"), { role: "nobody", content: "x" }, null] },
        { id: "c2", name: "New Conversation", messages: [] },
        { id: "c1", name: "Again", messages: [said("user", "Hi")] },
      ],
      folders: [{ id: "f" }, 1],
      prompts: [{ id: "p" }, { id: "q", name: "Fine", content: "x" }, { id: "q", name: "Twice", content: "y" }],
    });
    expect(conversations.map(({ name }) => name)).toEqual(["Half"]);
    expect([folders, prompts.map(({ name }) => name)]).toEqual([[], ["Fine"]]);
    const others = [
      { name: "Unnamed item", reason: "It is not a conversation." },
      { name: "Half", reason: "2 of its messages could not be read." },
      { name: "New Conversation", reason: "It has no messages." },
      { name: "Again", reason: "It is in the file more than once." },
      { name: "Twice", reason: "It is in the file more than once." },
      ...[1, 2].map(() => ({ name: "Unnamed item", reason: "It is not a folder." })),
      { name: "Unnamed item", reason: "It has no name." },
    ];
    expect(skipped).toHaveLength(others.length);
    expect(skipped).toEqual(expect.arrayContaining(others));
  });

  test("100,000 messages with one id do not keep the reader busy without end", () => {
    const messages = Array.from({ length: 100_000 }, () => said("user", "x", { id: "same" }));
    const { skipped } = parse([
      { id: "c", name: "Many", messages },
      { id: "d", name: "Few", messages: messages.slice(0, 3) },
    ]);
    expect(skipped).toEqual([{ name: "Many", reason: "It has too many messages." }]);
  });

  test("ids that are none, loops, missing parents, doubles, dates and keys that mean harm come out sound", () => {
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
    // The same file gives the same ids: what is imported twice is known.
    expect(parse(file).conversations[0]?.id).toBe(conversation?.id);
    for (const message of conversation?.messages ?? [])
      expect(getBranch(conversation?.messages ?? [], message.id)[0]?.parentId).toBeNull();
  });
});

describe("ChatGPT's file", () => {
  const node = (id: string, parent: string | null, children: string[], message: object | null = null) => ({
    id,
    parent,
    children,
    message,
  });
  const spoken = (role: string, content: object, more: object = {}) => ({
    author: { role },
    content,
    create_time: 1_700_000_000.5,
    ...more,
  });
  const words = (...parts: unknown[]) => ({ content_type: "text", parts });
  const conversation = {
    title: "Carnot",
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    conversation_id: "6f1a-1",
    current_node: "a2",
    mapping: {
      root: node("root", null, ["sys"]),
      sys: node("sys", "root", ["u1"], spoken("system", words("You are"))),
      u1: node(
        "u1",
        "sys",
        ["a1", "t1"],
        spoken("user", {
          content_type: "multimodal_text",
          parts: [{ content_type: "image_asset_pointer" }, "What is it?"],
        }),
      ),
      a1: node(
        "a1",
        "u1",
        [],
        spoken("assistant", words("First \ue200cite\ue202turn0\ue201answer【1†source】"), {
          metadata: { model_slug: "gpt-x" },
        }),
      ),
      t1: node(
        "t1",
        "u1",
        ["c1"],
        spoken("assistant", { content_type: "thoughts", thoughts: [{ summary: "Think", content: "hard" }] }),
      ),
      c1: node(
        "c1",
        "t1",
        ["o1"],
        spoken(
          "assistant",
          { content_type: "code", language: "python", text: "print('```')" },
          { recipient: "python" },
        ),
      ),
      o1: node("o1", "c1", ["a2"], spoken("tool", { content_type: "execution_output", text: "42" })),
      a2: node("a2", "o1", [], spoken("assistant", words("It is 42."))),
    },
  };

  test("branches, authors, parts, code that was run and thoughts are read", () => {
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
    expect(thread(read)).toEqual([
      "user: *[Image, not included in the file]*\n\nWhat is it?",
      "assistant: ````python\nprint('```')\n````\n\n```\n42\n```\n\nIt is 42.",
    ]);
    const other = read?.messages.find(({ id }) => id === "a1");
    expect(other).toMatchObject({ parentId: "u1", content: "First answer", data: { modelName: "gpt-x" } });
    expect(read?.messages.find(({ id }) => id === "a2")?.data.reasoning).toBe("**Think**\n\nhard");
  });

  test("loops, strangers' children and messages without a root are survived", () => {
    const mapping = {
      a: node("a", "b", ["b"], spoken("user", words("1"))),
      b: node("b", "a", ["a", "a", "none"], spoken("assistant", words("2"))),
      c: node("c", "none", [], spoken("user", words("3"))),
      d: node("d", "c", [], spoken("assistant", words("4"))),
      e: 5,
    };
    const [read] = parse([{ ...conversation, mapping, current_node: "e" }]).conversations;
    expect(read?.messages.map(({ content }) => content).sort()).toEqual(["1", "2", "3", "4"]);
    expect(Conversation.safeParse(read).success).toBe(true);
  });

  test("one conversation that is beyond reading does not keep the others out, and is named", () => {
    const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
    const damaged = { ...conversation, title: "Endless", conversation_id: undefined, create_time: deep };
    const { conversations, skipped } = parse([damaged, conversation]);
    expect(conversations.map(({ name }) => name)).toEqual(["Carnot"]);
    expect(skipped).toEqual([{ name: "Endless", reason: "It is damaged." }]);
  });

  test("an answer after more output than one message takes is kept, with the end of the output", () => {
    const count = 220;
    const runs = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `o${index}`,
        node(
          `o${index}`,
          index === 0 ? null : `o${index - 1}`,
          [index === count - 1 ? "a2" : `o${index + 1}`],
          spoken("tool", { content_type: "execution_output", text: "x".repeat(20_000) }),
        ),
      ]),
    );
    const a2 = node("a2", `o${count - 1}`, [], spoken("assistant", words("It is 42.")));
    const { conversations, skipped } = parse([{ ...conversation, mapping: { ...runs, a2 } }]);
    expect(skipped).toEqual([]);
    const content = conversations[0]?.messages[0]?.content ?? "";
    expect(content.length).toBe(limits.messageLength);
    expect(content.slice(-30)).toBe(`${"x".repeat(15)}\n\`\`\`\n\nIt is 42.`);
  });

  test("a conversation of 20,000 messages in one line is no trouble", () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `n${index}`,
        node(
          `n${index}`,
          index === 0 ? null : `n${index - 1}`,
          [`n${index + 1}`],
          spoken(index % 2 ? "assistant" : "user", words(`${index}`)),
        ),
      ]),
    );
    expect(thread(parse([{ ...conversation, mapping, current_node: "n19999" }]).conversations[0])).toHaveLength(20_000);
  });
});

describe("Claude's file", () => {
  test("messages, attached texts, thoughts and branches are read", () => {
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
      label: "Read it\n\n*[Attached: a.txt]*\n\n*[Attached: b.png]*",
      content: "Read it\n\n*[Attached: a.txt]*\n\n*[Attached: b.png]*\n\n**a.txt**\n\n```\nsome `text`\n```",
    });
    expect(second).toMatchObject({ content: "Done", data: { reasoning: "hm" }, parentId: "m1" });
    expect(thread(conversations[0])).toHaveLength(2);
  });

  test("the older ones, which name no parents, are one line", () => {
    const chat_messages = ["human", "assistant", "human"].map((sender, index) => ({
      uuid: `m${index}`,
      sender,
      text: `${index}`,
    }));
    expect(thread(parse([{ uuid: "c", name: "n", chat_messages }]).conversations[0])).toEqual([
      "user: 0",
      "assistant: 1",
      "user: 2",
    ]);
  });
});

describe("whatever is in a file", () => {
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

  test("it is refused as a whole, or what comes out is sound", () => {
    fc.assert(
      fc.property(anyFile, (given) => {
        const json = toJson(given);
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
      { numRuns: 300 },
    );
  });

  function toJson(given: unknown): unknown {
    const text = JSON.stringify(given, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
    return text === undefined ? null : JSON.parse(text);
  }
});

describe("what was exported", () => {
  const sound = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replaceAll("\0", "").toWellFormed());
  const conversations = fc.array(
    fc.record({
      name: sound.map((name) => `n${name.trim()}`),
      parents: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      head: fc.nat(),
      tags: fc.array(sound, { maxLength: 2 }),
    }),
    { maxLength: 6 },
  );
  const made = conversations.map((all) =>
    all.map(({ name, parents, head, tags }, index): ConversationType => {
      const messages = parents.map((parent, at) => ({
        id: `m${at}`,
        // Some have several roots.
        parentId: at === 0 || parent % 7 === 0 ? null : `m${parent % at}`,
        role: at % 2 ? ("assistant" as const) : ("user" as const),
        content: `text ${at}`,
        data: { state: { at } },
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

  test("[A9.05a] comes back as it was, every version of every message, and other products see the shown branch", async () => {
    await fc.assert(
      fc.asyncProperty(made, async (all) => {
        const folders = [{ id: "f", name: "F", type: "chat" as const }];
        async function* steps() {
          for (const conversation of all) yield [conversation];
        }
        const blob = await writeExportFile({ conversations: steps(), folders, prompts: [] });
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
      { numRuns: 60 },
    );
  });
});
