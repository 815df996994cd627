import {
  type ArtifactContent,
  type ChatMessage,
  type ChatRequestInput,
  type Conversation,
  type ConversationArtifact,
  getBranch,
  getNextVersion,
  limits,
  listBranchVersions,
  listLatestVersions,
  listUsedNumbers,
  type Message,
  type Model,
  type NewConversationSettings,
  type PartialAnswer,
  parseConversationArtifacts,
  parseTopicData,
  temperatureRange,
} from "@lectern/contract";
import { isEmptyAnswer } from "../../conversations/messageTree.ts";
import { isUnconfirmed } from "../../conversations/storedSummary.ts";
import type { RequestForm } from "../answer/structuredForm.ts";
import { pickDraftData } from "./messageDraft.ts";
import { resolveMaxTokens } from "./responseLength.ts";

export interface Turn {
  conversation: Conversation;
  /** The user's message to answer. */
  userMessage: Message;
  model: Model;
  requestId: string;
  replyId: string;
  /** ISO 8601. */
  time: string;
  timeZone: string;
  /** The requested form; null: any. */
  form: RequestForm | null;
  /** The assistant that answers; null: none. */
  assistantId: string | null;
  /** True if the answer has to be checked or changed after its end. */
  needsProcessing?: boolean;
  /** The answer to continue; absent: the turn starts one. */
  partialAnswer?: Message;
  /** True if the answer may make artifacts. */
  canMakeArtifacts?: boolean;
  /** True if the person has turned memory on. */
  usesMemory?: boolean;
  /** True if earlier messages that do not matter may be left out. */
  focusesMessages?: boolean;
  /** True if the person lets summaries be sent in place of earlier messages. */
  usesSummaries?: boolean;
  /** True if the documents are not searched for this turn. */
  skipsSearch?: boolean;
  codeInterpreter?: CodeInterpreterUse;
}

/** Whether an answer may run Python. `absent`: the person does not have the feature, or an assistant answers. */
export type CodeInterpreterUse = "on" | "off" | "absent";

/**
 * Builds the request for a turn. For a local conversation it contains the branch, because the server does not store it;
 * if the branch is too long for one call, its newest messages. For a cloud conversation it contains the user's message,
 * the messages before it that the server does not have, and the id of their parent; without a parent, also the settings
 * of the conversation, because the server creates it if it does not exist.
 */
export function buildChatRequest(turn: Turn): ChatRequestInput {
  const { conversation, model, requestId, replyId, time, timeZone, form, needsProcessing, assistantId, partialAnswer } =
    turn;
  const unsentMessages = getUnsentMessages(turn);
  const firstParentId = unsentMessages[0].parentId;
  return {
    model: model.id,
    temperature: conversation.temperature ?? temperatureRange.initial,
    max_tokens: resolveMaxTokens(conversation.maxTokens, model.outputTokenLimit),
    stream: true,
    messages: [
      ...buildSystemMessages(turn, firstParentId),
      ...(conversation.isLocal ? getSentBranch(turn).map(toChatMessage) : unsentMessages.map(toStoredChatMessage)),
    ],
    options: {
      requestId,
      conversationId: conversation.id,
      storage: conversation.isLocal ? "local" : "cloud",
      ...(conversation.isLocal ? {} : { parentId: firstParentId, replyId }),
      ...(conversation.isLocal || firstParentId !== null ? {} : { newConversation: toSettings(conversation) }),
      ...(needsProcessing && !conversation.isLocal ? { needsProcessing } : {}),
      ...(partialAnswer ? { partialAnswer: toPartialAnswer(partialAnswer, conversation) } : {}),
      ...(assistantId === null ? {} : { assistantId, groupType: conversation.groupType }),
      ...(conversation.accountId ? { accountId: conversation.accountId } : {}),
      ...(turn.canMakeArtifacts && !form ? { artifacts: listSentArtifacts(turn) } : {}),
      ...(turn.usesMemory && !conversation.skipMemory ? toMemoryOptions(conversation) : {}),
      ...(turn.focusesMessages ? { focusMessages: true } : {}),
      ...(turn.usesSummaries && !conversation.skipSummaries ? { useSummaries: true } : {}),
      ...(turn.skipsSearch ? { skipRag: true } : {}),
      ...toCodeInterpreterOptions(turn),
      timeZone,
      time,
      ...form?.options,
    },
  };
}

const toMemoryOptions = ({ projectId }: Conversation) => ({ useMemory: true, ...(projectId ? { projectId } : {}) });

function toCodeInterpreterOptions({ codeInterpreter = "absent", conversation, form }: Turn) {
  const { codeInterpreterAssistantId } = conversation;
  if (codeInterpreter === "on" && codeInterpreterAssistantId !== null && !form) return { codeInterpreterAssistantId };
  return codeInterpreter === "absent" ? {} : { skipCodeInterpreter: true };
}

/** Returns the artifacts that the answer can change. The server has those of a cloud conversation. */
function listSentArtifacts({ conversation, userMessage }: Turn): ArtifactContent[] {
  if (!conversation.isLocal || !conversation.artifacts) return [];
  const branchIds = getBranch(conversation.messages, userMessage.parentId).map(({ id }) => id);
  const versions = parseConversationArtifacts(conversation.artifacts);
  const latest = listLatestVersions(listBranchVersions(versions, new Set(branchIds)));
  const used = listUsedNumbers(conversation.artifacts);
  const getPosition = ({ messageId }: ConversationArtifact) => (messageId === null ? -1 : branchIds.indexOf(messageId));
  const sorted = latest.sort((a, b) => getPosition(a) - getPosition(b));
  return sorted.slice(-limits.artifactsPerCall).map(({ messageId: _, ...content }) => {
    const version = getNextVersion(content.artifactId, used, conversation.messages) - 1;
    return { ...content, version };
  });
}

/** The server has the text of a cloud conversation. */
function toPartialAnswer({ content, data }: Message, { isLocal }: Conversation): PartialAnswer {
  const { run, state, statuses, steps, reasoning } = data;
  const requestId = run?.requestId ?? "";
  return isLocal ? { requestId, content, data: { state, statuses, steps, reasoning } } : { requestId };
}

function toSettings(conversation: Conversation): NewConversationSettings {
  const { name, prompt, temperature, maxTokens, accountId = null, folderId, tags, groupType } = conversation;
  const { projectId, skipMemory, skipSummaries } = conversation;
  return {
    ...{ name, prompt, temperature, maxTokens, folderId, tags },
    ...(accountId === null ? {} : { accountId }),
    ...(projectId ? { projectId } : {}),
    ...(skipMemory ? { skipMemory } : {}),
    ...(skipSummaries ? { skipSummaries } : {}),
    ...(groupType === null ? {} : { groupType }),
  };
}

/** Returns the parent of the next user message: the head, or the parent of a head that is an answer without text. */
export function getNextParentId(conversation: Conversation): string | null {
  const head = getBranch(conversation.messages, conversation.headId).at(-1);
  if (!head) return null;
  return isEmptyAnswer(head) ? head.parentId : head.id;
}

function getSentBranch({ conversation, userMessage }: Turn): Message[] {
  const branch = userMessage.parentId === null ? [] : getBranch(conversation.messages, userMessage.parentId);
  const previousMessages = branch.filter(
    ({ role, content }) => role === "user" || (role === "assistant" && content !== ""),
  );
  return [...previousMessages, userMessage].slice(-(limits.messagesPerCall - 1));
}

/**
 * Returns the user's message of a cloud conversation, after the messages directly before it that the server does not
 * have.
 */
function getUnsentMessages({ conversation, userMessage }: Turn): [Message, ...Message[]] {
  const chain: [Message, ...Message[]] = [userMessage];
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  for (;;) {
    const parent = chain[0].parentId === null ? undefined : byId.get(chain[0].parentId);
    if (!parent || !isUnsent(parent, conversation) || chain.includes(parent)) return chain;
    chain.unshift(parent);
  }
}

/** True if the server may not have the message. It may have nothing of a conversation that it has not confirmed. */
function isUnsent({ role, data }: Message, conversation: Conversation): boolean {
  return data.unsent === true || (role === "user" && isUnconfirmed(conversation));
}

/**
 * Returns the system prompt to send, if any. After the first turn the server has the system prompt of a cloud
 * conversation; one that is sent replaces it for this turn.
 */
function buildSystemMessages({ conversation, form }: Turn, firstParentId: string | null): ChatMessage[] {
  const prompt = conversation.prompt?.trim() ?? "";
  const instruction = form?.instruction ?? "";
  if (!conversation.isLocal && firstParentId !== null && instruction === "") return [];
  const content = [prompt, instruction].filter((part) => part !== "").join("\n\n");
  return content === "" ? [] : [{ role: "system", content }];
}

function toChatMessage(message: Message): ChatMessage {
  const { id, role, content } = message;
  const { dataSources = [], summary } = message.data;
  const data = {
    ...(dataSources.length > 0 ? { dataSources } : {}),
    ...(summary === undefined ? {} : { summary }),
  };
  const topicData = message.topicData ? parseTopicData(message) : {};
  return {
    ...{ id, role, content },
    ...(Object.keys(data).length > 0 ? { data } : {}),
    ...(Object.keys(topicData).length > 0 ? { topicData } : {}),
  };
}

/** Converts a message that the server stores, with all its stored fields. */
function toStoredChatMessage(message: Message): ChatMessage {
  const { label, type } = message;
  const data = pickDraftData(message.data);
  return {
    ...toChatMessage(message),
    ...(label === undefined ? {} : { label }),
    ...(type ? { type } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
  };
}
