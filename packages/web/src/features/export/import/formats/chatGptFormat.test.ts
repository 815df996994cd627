import { describe, expect, test } from "vitest";
import { parseImport } from "../parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const startSeconds = 1_700_000_000;

/** Creates an export of one conversation, whose messages follow one another, each a second after the previous one. */
function parse(...messages: { role: string; content: object; [field: string]: unknown }[]) {
  const nodes = messages.map(({ role, name, ...message }, index) => [
    `n${index}`,
    {
      parent: index === 0 ? null : `n${index - 1}`,
      children: [`n${index + 1}`],
      message: { author: { role, name }, create_time: startSeconds + index, ...message },
    },
  ]);
  const conversation = { title: "Carnot", current_node: `n${messages.length - 1}`, mapping: Object.fromEntries(nodes) };
  return parseImport([conversation], now);
}

const toTime = (index: number) => new Date((startSeconds + index) * 1_000).toISOString();
const createText = (...parts: unknown[]) => ({ content_type: "text", parts });
const question = { role: "user", content: createText("Draw it") };
const image = {
  role: "tool",
  name: "dalle.text2im",
  content: { content_type: "multimodal_text", parts: [{ content_type: "image_asset_pointer" }] },
};
const imageText = "[Image, not imported]";

describe("output of a ChatGPT export that no answer follows", () => {
  test("is a message with its time if it ends the conversation", () => {
    const [conversation] = parse(question, image).conversations;
    expect(conversation?.messages).toEqual([
      { id: "n0", parentId: null, role: "user", content: "Draw it", data: {}, createdAt: toTime(0) },
      { id: "n1-rest", parentId: "n0", role: "assistant", content: imageText, data: {}, createdAt: toTime(1) },
    ]);
    expect(conversation?.headId).toBe("n1-rest");
  });

  test("is a message with its time if the next question follows", () => {
    const [conversation] = parse(question, image, { role: "user", content: createText("Larger") }, image).conversations;
    expect(conversation?.messages.map(({ content, createdAt }) => [content, createdAt])).toEqual([
      ["Draw it", toTime(0)],
      [imageText, toTime(1)],
      ["Larger", toTime(2)],
      [imageText, toTime(3)],
    ]);
    expect(conversation?.messages.map(({ parentId }) => parentId)).toEqual([
      null,
      ...[0, 1, 2].map((index) => conversation?.messages[index]?.id),
    ]);
  });
});

describe("the calls of tools in a ChatGPT export", () => {
  const createCall = (recipient: string, text: string) => ({
    ...{ role: "assistant", recipient },
    content: { content_type: "code", text },
  });
  const createResult = (name: string, result: string) => ({
    ...{ role: "tool", name },
    content: { content_type: "tether_quote", text: result },
  });

  test("are steps of the answer that follows, with their results, and nothing is left out", () => {
    const { conversations, leftOut } = parse(
      question,
      createCall("web", '{"query":"rain"}'),
      createCall("python", "1 + 1"),
      createResult("python", "2"),
      createResult("web", "A page about rain"),
      image,
      createCall("web.open", '{"page":1}'),
      createResult("browser", "The page"),
      { role: "assistant", content: createText("It rains.") },
    );
    expect(leftOut).toEqual([{ kind: "image", count: 1, names: [] }]);
    const answer = conversations[0]?.messages.at(-1);
    expect(answer?.content).toBe(`${imageText}\n\nIt rains.`);
    expect(answer?.data.steps).toEqual([
      {
        ...{ id: "n1", round: 0, tool: "web", title: "Web", arguments: '{"query":"rain"}', state: "done", offset: 0 },
        result: "A page about rain",
      },
      {
        id: "n2",
        round: 1,
        tool: "python",
        title: "Python",
        arguments: "1 + 1",
        state: "done",
        offset: 0,
        result: "2",
      },
      {
        ...{ id: "n6", round: 2, tool: "web.open", title: "Web.open", arguments: '{"page":1}', state: "done" },
        ...{ offset: imageText.length, result: "The page" },
      },
    ]);
  });

  test("are an answer without text if none follows", () => {
    const { conversations, leftOut } = parse(question, createCall("python", "1 + 1"));
    expect(leftOut).toEqual([]);
    const answer = conversations[0]?.messages.at(-1);
    expect([answer?.role, answer?.content]).toEqual(["assistant", ""]);
    expect(answer?.data.steps).toMatchObject([{ tool: "python", arguments: "1 + 1" }]);
  });
});

describe("the canvas of a ChatGPT export", () => {
  const call = (recipient: string, input: object) => ({
    ...{ role: "assistant", recipient: `canmore.${recipient}` },
    content: { content_type: "code", language: "json", text: JSON.stringify(input) },
  });
  const done = { role: "tool", name: "canmore.create_textdoc", content: createText("Successfully created") };
  const notice = "# Boat house\n\nThe boat house opens at **nine**.\n\n- Bring a key\n- Wear a vest";
  const create = call("create_textdoc", { name: "Notice", type: "document", content: notice });
  const answer = { role: "assistant", content: createText("Done.") };
  const toBlock = (content: string) => `**Notice**\n\n\`\`\`markdown\n${content}\n\`\`\`\n\nDone.`;
  const change = (...updates: [pattern: string, replacement: string, multiple?: boolean][]) =>
    call("update_textdoc", {
      updates: updates.map(([pattern, replacement, multiple = false]) => ({ pattern, replacement, multiple })),
    });
  const parseAnswers = (...updates: object[]) => {
    const rounds = updates.flatMap((update) => [question, update as typeof create, done, answer]);
    const { conversations, leftOut } = parse(question, create, done, answer, ...rounds);
    expect(leftOut).toEqual([]);
    const answers = conversations[0]?.messages.filter(({ role }) => role === "assistant") ?? [];
    expect(answers.every(({ data }) => data.steps === undefined)).toBe(true);
    return answers.map(({ content }) => content);
  };

  test("is a part of the answers, with each change applied", () => {
    expect(
      parseAnswers(
        change(["nine", "eight"]),
        change(["- Bring.*", "- Bring a friend"], ["o", "0", true]),
        change([".*", "# New"]),
      ),
    ).toEqual([
      toBlock(notice),
      toBlock(notice.replace("nine", "eight")),
      toBlock("# B0at h0use\n\nThe b0at h0use 0pens at **eight**.\n\n- Bring a friend"),
      toBlock("# New"),
    ]);
  });

  test.each([
    ["# Boat house\\n\\nThe", "A", notice.replace("# Boat house\n\nThe", "A")],
    ["\\*\\*nine\\*\\*", "$& ten", notice.replace("**nine**", () => "$& ten")],
    ["- .*? a", "x", notice.replace("- Bring a", "x")],
    ["(?s)opens.*vest", "x", notice.replace(/opens.*vest/s, "x")],
  ])("follows the expression %s", (pattern, replacement, content) => {
    expect(parseAnswers(change([pattern, replacement]))[1]).toBe(toBlock(content));
  });

  test.each([["(a|b)+"], ["not there"]])("shows the new text if it cannot follow the change %s", (pattern) => {
    expect(parseAnswers(change([pattern, "new"]))[1]).toBe(
      "**Notice (changed part)**\n\n```markdown\nnew\n```\n\nDone.",
    );
  });

  test("keeps comments and failures as steps, and code with its language", () => {
    const { conversations } = parse(
      question,
      call("create_textdoc", { name: "Tides", type: "code/python", content: "print(1)" }),
      call("comment_textdoc", { comments: [{ pattern: "1", comment: "Why?" }] }),
      { role: "tool", name: "canmore.comment_textdoc", content: createText("Failed with error 500") },
      answer,
    );
    const [, message] = conversations[0]?.messages ?? [];
    expect(message?.content).toBe("**Tides**\n\n```python\nprint(1)\n```\n\nDone.");
    expect(message?.data.steps).toMatchObject([
      { arguments: expect.stringContaining("Why?"), result: "Failed with error 500" },
    ]);
  });
});

test("quotes of pages keep their address, failures of tools are marked, and images of code are counted", () => {
  const { conversations, leftOut } = parse(
    question,
    { role: "assistant", recipient: "browser", content: { content_type: "code", text: "quote(1, 2)" } },
    {
      ...{ role: "tool", name: "browser" },
      content: { content_type: "tether_quote", url: "https://example.org/tide", title: "Tides", text: "At six." },
    },
    { role: "assistant", recipient: "python", content: { content_type: "code", language: "python", text: "plot()" } },
    {
      ...{ role: "tool", name: "python" },
      content: { content_type: "execution_output", text: "<Figure>" },
      metadata: { aggregate_result: { messages: [{ message_type: "image", image_url: "file-service://x" }] } },
    },
    { role: "tool", name: "web", content: { content_type: "system_error", name: "Error", text: "search failed" } },
    { role: "assistant", content: createText("Yes.") },
  );
  expect(conversations[0]?.messages[1]?.data.steps).toMatchObject([
    { tool: "browser", state: "done", result: "Tides\nhttps://example.org/tide\n\nAt six." },
    { tool: "python", arguments: "plot()", result: "<Figure>" },
    { tool: "web", state: "failed", result: "search failed" },
  ]);
  expect(leftOut).toEqual([{ kind: "image", count: 1, names: [] }]);
});

test("an import from ChatGPT counts and names what it leaves out", () => {
  const { conversations, leftOut } = parse(
    { role: "system", content: createText("You are") },
    {
      role: "user",
      content: { content_type: "user_editable_context", user_profile: "I am" },
      metadata: { is_visually_hidden_from_conversation: true },
    },
    {
      role: "user",
      content: {
        content_type: "multimodal_text",
        parts: [
          "Look",
          { content_type: "image_asset_pointer" },
          { content_type: "audio_asset_pointer" },
          { content_type: "hologram" },
        ],
      },
      metadata: {
        attachments: [
          { name: "photo.png", mime_type: "image/png" },
          { name: "report.pdf", mime_type: "application/pdf" },
        ],
      },
    },
    { role: "assistant", content: { content_type: "code", text: "search()" }, recipient: "web" },
    { role: "tool", name: "web", content: { content_type: "tether_browsing_display", result: "a page" } },
    { role: "tool", name: "python", content: { content_type: "execution_output", text: "x".repeat(100_001) } },
    { role: "critic", content: createText("No") },
    { role: "assistant", content: { content_type: "canvas", nodes: [1] } },
    { role: "assistant", content: createText("Yes \ue200cite\ue202turn0\ue201【1†source】") },
    { role: "assistant", content: { content_type: "thoughts", thoughts: [{ content: "and then" }] } },
  );
  expect(conversations[0]?.messages[0]?.content).toBe(
    `Look\n\n${imageText}\n\n[Recording, not imported]\n\n[Attached: report.pdf]`,
  );
  expect(Object.fromEntries(leftOut.map(({ kind, count, names }) => [kind, [count, ...names]]))).toEqual({
    hiddenInstruction: [2],
    image: [1],
    recording: [1],
    unknownBlock: [3, "hologram", "critic", "canvas"],
    file: [1],
    shortenedText: [1],
    citation: [2],
    reasoning: [1],
  });
});
