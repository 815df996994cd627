import { countLeftOut, parseAnswerFocus } from "@lectern/contract";
import type {
  AnswerPartContribution,
  ConversationControlProps,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** Lists the topics of a conversation in its header. Without a second topic there is nothing to list. */
export const conversationTopics: SlotContribution<ConversationControlProps> = {
  id: "topics",
  appliesTo: ({ conversation: { messages } }) =>
    messages.some(({ topicData }) => topicData?.currentTopic !== undefined),
  Component: lazy(() => import("./TopicPicker.tsx").then(({ TopicPicker }) => ({ default: TopicPicker }))),
};

/** The earlier messages that an answer was written without. */
export const leftOutMessages: AnswerPartContribution = {
  id: "leftOut",
  appliesTo: (state) => {
    const focus = parseAnswerFocus(state);
    return focus !== null && countLeftOut(focus) > 0;
  },
  Component: lazy(() => import("./LeftOutMessages.tsx").then(({ LeftOutMessages }) => ({ default: LeftOutMessages }))),
};
