import {
  type Conversation,
  Conversation as ConversationSchema,
  listConversations,
  type Message,
  openConversation,
} from "@lectern/contract";
import * as z from "zod/mini";
import { openLocalConversations } from "../entities/conversations/store/localConversations.ts";
import { summaryOf } from "../entities/conversations/storedSummary.ts";
import { Failure, getPerson, stubOp } from "./stubServer.ts";

/** Builds a branch of alternating questions and answers with these texts, whose ids are `m-0`, `m-1` and so on. */
export function createBranch(texts: readonly string[], prefix = "m"): Message[] {
  return texts.map((content, index) => {
    const isQuestion = index % 2 === 0;
    return {
      id: `${prefix}-${index}`,
      parentId: index === 0 ? null : `${prefix}-${index - 1}`,
      role: isQuestion ? "user" : "assistant",
      content,
      data: isQuestion ? {} : { end: { end: "done" }, modelName: "A model" },
      createdAt: "2026-01-15T12:00:00.000Z",
    };
  });
}

/** Builds a conversation whose head is the last message. */
export function createConversation(fields: Partial<Conversation> = {}): Conversation {
  const { messages = [] } = fields;
  return z.parse(ConversationSchema, {
    id: "stored",
    name: "A stored one",
    isLocal: true,
    folderId: null,
    tags: [],
    createdAt: "2026-01-15T12:00:00.000Z",
    updatedAt: "2026-01-15T12:00:00.000Z",
    headId: messages.at(-1)?.id ?? null,
    revision: 0,
    ...fields,
    messages,
  });
}

/** Stores conversations in the browser before the app is rendered. */
export async function storeLocalConversations(...conversations: readonly Conversation[]): Promise<void> {
  const local = await openLocalConversations(getPerson().id);
  for (const conversation of conversations) await local.put(conversation);
}

/** Answers as a server that stores these conversations and is not asked to change them. */
export function stubCloudConversations(...conversations: readonly Conversation[]): void {
  const stored = conversations.map((each) => ({ ...each, isLocal: false, revision: Math.max(each.revision, 1) }));
  stubOp(listConversations, { conversations: stored.map(summaryOf), nextCursor: null });
  stubOp(openConversation, ({ conversationId }) => {
    const conversation = stored.find(({ id }) => id === conversationId);
    if (!conversation) throw new Failure("Not found.", { status: 404, code: "notFound" });
    return { conversation };
  });
}
