import { limits } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { parseImport } from "../parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const parse = (...chat_messages: object[]) => parseImport([{ uuid: "c", name: "Engines", chat_messages }], now);
const readAnswers = (...chat_messages: object[]) =>
  parse(...chat_messages).conversations[0]?.messages.map(({ content }) => content);

const createText = (text: string) => ({ type: "text", text });
const createCall = (input: object) => ({ type: "tool_use", name: "artifacts", input });
const createAnswer = (uuid: string, content: object[], parent_message_uuid?: string) => ({
  uuid,
  sender: "assistant",
  text: "",
  content,
  ...(parent_message_uuid === undefined ? {} : { parent_message_uuid }),
});
const created = createCall({
  command: "create",
  id: "engine",
  type: "application/vnd.ant.code",
  language: "python",
  title: "An *engine*",
  content: "heat = 1\nwork = 2\n",
});
const createUpdate = (old_str: string, new_str: string) =>
  createCall({ command: "update", id: "engine", old_str, new_str });

describe("the artifacts of an export from Claude", () => {
  test("are titled code blocks between the texts around them", () => {
    const { conversations, leftOut } = parse(
      createAnswer("a", [
        createText("Here it is."),
        created,
        { type: "tool_result", name: "artifacts", content: [createText("OK")] },
        createText("Enjoy."),
      ]),
    );
    expect(conversations[0]?.messages[0]?.content).toBe(
      "Here it is.\n\n**An engine**\n\n```python\nheat = 1\nwork = 2\n```\n\nEnjoy.",
    );
    expect(leftOut).toEqual([]);
  });

  test.each([
    ["text/markdown", undefined, "markdown"],
    ["text/html", undefined, "html"],
    ["image/svg+xml", undefined, "svg"],
    ["application/vnd.ant.mermaid", undefined, "mermaid"],
    ["application/vnd.ant.react", undefined, "jsx"],
    ["application/vnd.ant.code", "c++", "c++"],
    ["application/vnd.ant.code", "a`\nb", "ab"],
    ["unknown", undefined, ""],
  ])("of type %s in language %j are code in %s, even if they contain a fence", (type, language, expected) => {
    const call = createCall({ command: "create", id: "x", type, language, content: "```\nx\n```" });
    expect(readAnswers(createAnswer("a", [call]))).toEqual([
      `**Artifact**\n\n\`\`\`\`${expected}\n\`\`\`\nx\n\`\`\`\n\`\`\`\``,
    ]);
  });

  test("are whole after an update, which continues the version on the same branch", () => {
    const rewritten = createCall({ command: "rewrite", id: "engine", title: "Rewritten", content: "heat = 9" });
    const answers = readAnswers(
      createAnswer("a", [created], "root"),
      createAnswer("b", [createUpdate("heat = 1", "heat = $&")], "a"),
      createAnswer("c", [rewritten], "a"),
      createAnswer("d", [createUpdate("work = 2", "work = 3")], "b"),
      createAnswer("e", [createUpdate("9", "10")], "c"),
    );
    expect(answers?.slice(1)).toEqual([
      "**An engine**\n\n```python\nheat = $&\nwork = 2\n```",
      "**Rewritten**\n\n```python\nheat = 9\n```",
      "**An engine**\n\n```python\nheat = $&\nwork = 3\n```",
      "**Rewritten**\n\n```python\nheat = 10\n```",
    ]);
  });

  test("show the changed part if the version that an update changes is unknown or too long to repeat", () => {
    const long = createCall({ command: "create", id: "engine", content: "x".repeat(limits.messageLength / 2 + 1) });
    const answers = readAnswers(
      createAnswer("a", [createUpdate("old", "new")]),
      createAnswer("b", [long]),
      createAnswer("c", [createUpdate("xx", "yy")]),
      createAnswer("d", [createUpdate("xx", "zz")]),
    );
    expect(answers?.[0]).toBe("**Artifact (changed part)**\n\n```\nnew\n```");
    expect(answers?.[2]).toMatch(/^\*\*Artifact\*\*\n\n```\nyyx/);
    expect(answers?.[3]).toBe("**Artifact (changed part)**\n\n```\nzz\n```");
  });

  test("may be elements in the text, as in older exports", () => {
    const text =
      'Here:\n<antArtifact identifier="x" type="text/html" title="A page"><p>Hi</p></antArtifact> and </antArtifact>.';
    expect(readAnswers({ uuid: "a", sender: "assistant", text })).toEqual([
      "Here:\n\n\n**A page**\n\n```html\n<p>Hi</p>\n```\n\n and </antArtifact>\n\n.",
    ]);
  });
});

test("the calls of tools in an export from Claude are steps, with their results, and nothing is left out", () => {
  const { conversations, leftOut } = parse(
    createAnswer("a", [
      createText("I search."),
      { type: "tool_use", id: "t1", name: "web_search", input: { query: "rain" } },
      { type: "tool_use", id: "t2", name: "repl", input: { code: "1 / 0" } },
      { type: "tool_result", tool_use_id: "t2", name: "repl", is_error: true, content: [createText("Infinity")] },
      {
        ...{ type: "tool_result", tool_use_id: "t1", name: "web_search" },
        content: [{ type: "knowledge", title: "Rain", url: "https://rain.example", text: "Wet" }],
      },
      { type: "tool_use", name: "fetch_page", input: {} },
      { type: "tool_result", name: "fetch_page", content: "A page" },
      createText("It rains."),
    ]),
    createAnswer("b", [{ type: "tool_use", id: "t1", name: "repl", input: {} }]),
  );
  expect(leftOut).toEqual([]);
  const [first, second] = conversations[0]?.messages ?? [];
  expect(first?.content).toBe("I search.\n\nIt rains.");
  const shared = { state: "done", offset: 9 } as const;
  expect(first?.data.steps).toEqual([
    {
      ...{ ...shared, id: "t1", round: 0, tool: "web_search", title: "Web search", arguments: '{"query":"rain"}' },
      result: "Rain\nhttps://rain.example\nWet",
    },
    {
      ...{ ...shared, id: "t2", round: 0, tool: "repl", title: "Repl", arguments: '{"code":"1 / 0"}' },
      ...{ state: "failed", result: "Infinity" },
    },
    {
      ...{ ...shared, id: expect.any(String), round: 1, tool: "fetch_page", title: "Fetch page", arguments: "{}" },
      result: "A page",
    },
  ]);
  expect(second).toMatchObject({ role: "assistant", content: "", data: { steps: [{ tool: "repl" }] } });
});

test("an import from Claude counts and names what it leaves out", () => {
  const { leftOut, skipped } = parseImport(
    [
      {
        uuid: "c",
        name: "Engines",
        chat_messages: [
          {
            uuid: "q",
            sender: "human",
            text: "Look",
            attachments: [
              { file_name: "read.txt", extracted_content: "some text" },
              { file_name: "lost.pdf", extracted_content: "" },
            ],
            files: [{ file_name: "photo.png", file_kind: "image" }],
            files_v2: [{ file_name: "photo.png", file_kind: "image" }, { file_name: "read.txt" }],
          },
          createAnswer("a", [
            { type: "thinking", thinking: "hm" },
            { type: "tool_use", name: "web_search", input: { query: "x" } },
            { type: "tool_result", name: "web_search", content: [{ type: "knowledge" }] },
            { type: "tool_use", name: "repl", input: {} },
            createCall({ command: "create", id: "empty", content: "" }),
            { type: "token_budget" },
            { type: "flag", flag: "x" },
            { type: "text", text: "Done", citations: [{ uuid: "1" }, { uuid: "2" }] },
          ]),
          createAnswer("t", [{ type: "thinking", thinking: "only thoughts" }]),
          { uuid: "u", sender: "system", text: "Beware" },
        ],
      },
      { uuid: "e", name: "Empty", chat_messages: [{ uuid: "n", sender: "human", text: "" }] },
    ],
    now,
  );
  expect(Object.fromEntries(leftOut.map(({ kind, count, names }) => [kind, [count, ...names]]))).toEqual({
    file: [1],
    image: [1],
    toolCall: [1, "artifacts"],
    toolResult: [1, "web_search"],
    unknownBlock: [2, "flag", "system"],
    citation: [2],
    reasoning: [1],
  });
  expect(skipped).toEqual([{ name: "Empty", reason: "It has no readable messages." }]);
});
