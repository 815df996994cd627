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
