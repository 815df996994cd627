import type { ModelMessage } from "../modelProvider.ts";
import { hasToolCalls } from "./normalizeToolMessages.ts";

type UserMessage = Extract<ModelMessage, { role: "user" }>;
type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/**
 * Joins user messages that follow one another, as a failed or stopped answer leaves them, and likewise assistant
 * messages without function calls. Omits empty assistant messages. The chat templates of Mistral and Gemma reject roles
 * that do not alternate, and several servers reject an assistant message without content.
 */
export function alternateRoles(messages: readonly ModelMessage[]): ModelMessage[] {
  const alternating: ModelMessage[] = [];
  for (const message of messages) {
    const previous = alternating.at(-1);
    if (isEmptyAnswer(message)) continue;
    if (message.role === "user" && previous?.role === "user")
      alternating.splice(-1, 1, joinQuestions(previous, message));
    else if (isPlainAnswer(message) && previous && isPlainAnswer(previous))
      alternating.splice(-1, 1, { role: "assistant", content: joinTexts(previous.content, message.content) });
    else alternating.push(message);
  }
  return alternating;
}

/** What a conversation begins with whose first message is an answer, as that of an imported chat may be. */
const missingQuestion = "(The conversation begins with your message.)";

/** Lets the conversation begin with a question: Anthropic, Google, Bedrock, Mistral's and Gemma's templates demand it. */
export function beginWithQuestion(messages: readonly ModelMessage[]): ModelMessage[] {
  const first = messages.findIndex(({ role }) => role !== "system");
  if (messages[first]?.role !== "assistant") return [...messages];
  return [...messages.slice(0, first), { role: "user", content: missingQuestion }, ...messages.slice(first)];
}

/** Puts the texts of the system messages in front of the first question. */
export function moveSystemMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const texts = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  return texts.length === 0 ? others : [{ role: "user", content: joinTexts(...texts) }, ...others];
}

const isPlainAnswer = (message: ModelMessage): message is AssistantMessage =>
  message.role === "assistant" && !hasToolCalls(message) && message.wireParts === undefined;

const isEmptyAnswer = (message: ModelMessage): boolean => isPlainAnswer(message) && message.content.trim() === "";

function joinQuestions(first: UserMessage, second: UserMessage): UserMessage {
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return {
    role: "user",
    content: joinTexts(first.content, second.content),
    ...(images.length > 0 && { images }),
  };
}

const joinTexts = (...texts: readonly string[]) => texts.filter((text) => text !== "").join("\n\n");
