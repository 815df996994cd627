import { type Conversation, convertConversations } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { buildConvertRequest, type DownloadChoices, defaultChoices } from "./buildConvertRequest.ts";

const at = "2026-01-01T00:00:00.000Z";
const conversation: Conversation = {
  id: "c",
  name: "Engines",
  modelId: null,
  folderId: null,
  tags: [],
  isLocal: true,
  groupType: null,
  codeInterpreterAssistantId: null,
  createdAt: at,
  updatedAt: at,
  prompt: null,
  temperature: null,
  maxTokens: null,
  revision: 0,
  headId: "a2",
  messages: [
    { id: "q", parentId: null, role: "user", content: "sent", label: "typed", data: {} },
    { id: "a1", parentId: "q", role: "assistant", content: "not shown", data: {} },
    {
      id: "a2",
      parentId: "q",
      role: "assistant",
      content: "It is so [2][1], as [4] says.",
      data: {
        state: {
          sources: {
            rag: {
              // The third one was searched, but is not cited. The last one is cited by two numbers.
              sources: [3, 2, 1, 4].map((index) => ({
                index,
                content: index === 4 ? "x1" : `x${index}`,
                name: index === 4 ? "a_1.pdf" : `a_${index}.pdf`,
                key: null,
                contentKey: null,
                groupId: null,
                type: "t",
                locations: [{ page: index }],
              })),
            },
          },
        },
      },
    },
  ],
};

describe("[C3.30] the request for a document", () => {
  test("[C9.14] contains by default the questions and answers of the shown branch, with a list of the sources that they cite, in the order of their numbers", () => {
    const request = buildConvertRequest([conversation], defaultChoices);
    expect(request).toMatchObject({
      format: "docx",
      include: "all",
      headers: { conversation: "# " },
      includeConversationName: true,
    });
    expect(request.content.version).toBe(4);
    expect(request.content.history).toEqual([
      {
        name: "Engines",
        messages: [
          { role: "user", content: "typed" },
          {
            role: "assistant",
            content:
              "It is so [2][1], as [4] says.\n\n**Sources**\n\n- [1, 4] a\\_1.pdf, Page 1\n- [2] a\\_2.pdf, Page 2",
          },
        ],
      },
    ]);
    expect(convertConversations.input.safeParse(request).success).toBe(true);
  });

  test("has no list of sources for an answer that cites none of the passages that were searched", () => {
    const content = "I don’t know, and `x[1]` is code.";
    const messages = conversation.messages.map((message) => ({ ...message, content }));
    const request = buildConvertRequest([{ ...conversation, messages }], { ...defaultChoices, include: "assistant" });
    expect(request.content.history[0]?.messages).toEqual([{ role: "assistant", content }]);
  });

  test("[C3.30] has the chosen format, template, headers and whether the name is included", () => {
    const choices: DownloadChoices = {
      format: "pptx",
      templateName: "Uni.pptx",
      headers: { assistant: "a", conversation: "c", message: "m", user: "u" },
      includeConversationName: false,
      include: "all",
    };
    expect(buildConvertRequest([conversation], choices)).toMatchObject(choices);
  });

  test("has a line for each step of an answer, between the same texts", () => {
    const step = {
      ...{ id: "s1", round: 0, tool: "search_documents", title: "Search documents", result: "Secret_passages" },
      ...{ arguments: '{"query":"rain *in* Bergen"}', offset: 7 },
    };
    const messages: Conversation["messages"] = [
      {
        ...{ id: "a", parentId: null, role: "assistant", content: "Before.\n\nAfter." },
        data: {
          steps: [
            { ...step, state: "done" },
            { ...step, id: "s2", state: "failed", offset: 16 },
          ],
        },
      },
    ];
    const request = buildConvertRequest([{ ...conversation, messages, headId: "a" }], defaultChoices);
    const line = "*Search documents: “rain \\*in\\* Bergen”";
    expect(request.content.history[0]?.messages[0]?.content).toBe(`Before.\n\n${line}*\n\nAfter.\n\n${line} (failed)*`);
  });

  test("[C3.30] contains only what goes into the document", () => {
    const request = buildConvertRequest([conversation], {
      ...defaultChoices,
      include: "user",
      includeConversationName: false,
    });
    expect(request.content.history).toEqual([{ name: "", messages: [{ role: "user", content: "typed" }] }]);
  });
});
