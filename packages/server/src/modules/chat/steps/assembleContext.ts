import type { StatusEntry } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { countImageTokens, tokensPerMessage } from "../../../core/run/estimateUsage.ts";
import {
  type ContextFrame,
  type HistoryMessage,
  type RunAttachments,
  type SentContext,
  toQuestionHistory,
} from "../../../core/run/run.ts";
import { buildSummaryBlock } from "../../../core/run/summaryBlock.ts";
import type { UsableModel } from "../../../core/usableModel.ts";
import type { ModelImage, ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens, estimateTokens, type TokenCounter } from "../../../platform/tokenCounter.ts";

interface AssembledContext {
  messages: ModelMessage[];
  /** Tokens of the messages, or an upper bound. */
  inputTokens: number;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  /** Statuses that tell the person how many messages were left out. */
  notices: StatusEntry[];
  /** How the parts fill the window. */
  sent: SentContext;
}

/** The parts of the attachments that count. */
type CountedAttachments = Pick<RunAttachments, "block" | "tokens" | "images"> &
  Partial<Pick<RunAttachments, "toolSpace">>;

/** A message with its attachments. */
interface Entry extends Pick<HistoryMessage, "role" | "toolCalls" | "reasoning" | "resultOf"> {
  /** Its position in the history. */
  index: number;
  content: string;
  /** All text that counts: the content and the calls. */
  countedText: string;
  /** Text that precedes the content. */
  block: string;
  images: readonly ModelImage[];
  /** Tokens in addition to those of the counted text. */
  extraTokens: number;
}

/** The entries to send: those from `firstIndex` on, after the summary if `usesSummary`. */
interface Fit {
  firstIndex: number;
  tokens: number;
  usesSummary: boolean;
}

/**
 * Assembles the model's input: the instructions and the newest messages that fit into the context window together with
 * the answer. If not all fit, a summary is sent in place of the messages that it stands for. Throws `tooLarge` if the last message does not fit with its attachments, or any message of a verbatim turn,
 * and `invalidInput` for images that the model cannot read.
 */
export async function assembleContext(
  tokens: TokenCounter,
  frame: ContextFrame,
  model: Pick<
    UsableModel,
    "supportsSystemPrompts" | "supportsImages" | "inputContextWindow" | "upstreamId" | "endpoint"
  >,
  attachments: CountedAttachments,
): Promise<AssembledContext> {
  if (!model.supportsImages && frame.history.some(({ images }) => images)) throw createImagesError();
  const entries = toEntries(frame, attachments);
  const summary = toSentSummary(frame, entries);
  const fit = await fitEntries(tokens, frame, entries, summary);
  const sentEntries = entries.slice(fit.firstIndex);
  const sentBlock = fit.usesSummary && summary ? summary.block : "";
  return {
    messages: toModelMessages(frame.instructions, addSummary(sentEntries, sentBlock), model),
    inputTokens: fit.tokens,
    maxTokens: Math.min(frame.requestedTokens, Math.max(frame.reservedTokens, model.inputContextWindow - fit.tokens)),
    notices: buildNotices(fit, summary),
    sent: describeSent(frame, entries, { fit, summary, attachments }),
  };
}

/** A summary, with the number of entries that it stands for. */
interface SentSummary {
  block: string;
  entryCount: number;
}

/** Returns the summary that can be sent in place of the entries before the question; null: there is none. */
function toSentSummary({ summary, isSummaryOff }: ContextFrame, entries: readonly Entry[]): SentSummary | null {
  if (!summary || isSummaryOff) return null;
  const entryCount = entries.filter(({ index }) => index <= summary.index).length;
  if (entryCount === 0 || entryCount >= entries.length) return null;
  return { block: buildSummaryBlock(summary.summary.text), entryCount };
}

const addSummary = ([first, ...others]: Entry[], block: string): Entry[] =>
  first ? [{ ...first, block: block + first.block }, ...others] : [];

function describeSent(
  frame: ContextFrame,
  entries: readonly Entry[],
  { fit, summary, attachments }: { fit: Fit; summary: SentSummary | null; attachments: CountedAttachments },
): SentContext {
  const { instructions, memoryText, fixedText, isContinued, budget, history } = frame;
  const toolSpace = attachments.toolSpace ?? 0;
  const memory = estimateTokens(memoryText);
  // What an answer that continues has so far is not sent with the next question.
  const tools = isContinued ? 0 : estimateTokens(fixedText.slice(instructions.length));
  const documents =
    attachments.tokens - toolSpace + entries.reduce((sum, { images }) => sum + countImageTokens(images), 0);
  const entriesByIndex = new Map(entries.map((entry) => [entry.index, entry]));
  const ownInstructions = Math.max(0, estimateTokens(instructions) - memory) + tokensPerMessage;
  return {
    ...{ instructions: ownInstructions, memory, tools, toolSpace, documents },
    summaryTokens: summary ? estimateTokens(summary.block) : 0,
    summary: frame.summary,
    isSummaryOff: frame.isSummaryOff,
    isSummarySent: fit.usesSummary,
    messages: history.map(({ id, role }, index) => {
      const entry = entriesByIndex.get(index);
      return {
        ...(id !== undefined && { id }),
        role,
        tokens: entry ? estimateTokens(entry.countedText) + tokensPerMessage : 0,
      };
    }),
    firstIndex: entries[fit.firstIndex]?.index ?? history.length,
    room: Math.max(0, budget - ownInstructions - memory - tools - toolSpace - documents),
  };
}

/**
 * Drops earlier messages that a model server may reject: messages without text and images, and system messages that no
 * program has put there.
 */
function toEntries({ history, isVerbatim }: ContextFrame, attachments: CountedAttachments): Entry[] {
  const lastIndex = history.length - 1;
  const question = toQuestionHistory(history).at(-1);
  const questionIndex = question ? history.indexOf(question) : lastIndex;
  return history.flatMap((message, index) => {
    const { id, role, content, modelContent = content, toolCalls = [], reasoning, resultOf } = message;
    const attached = (id !== undefined && role !== "assistant" ? attachments.images.get(id) : undefined) ?? [];
    const images = [...(message.images ?? []), ...attached];
    const isQuestion = index === questionIndex;
    const isEmpty = content === "" && images.length === 0 && toolCalls.length === 0 && !resultOf;
    if (index < lastIndex && !isQuestion && (isEmpty || (role === "system" && !isVerbatim))) return [];
    const calls = toolCalls.map(({ name, arguments: args }) => name + args);
    return {
      index,
      role,
      content: modelContent,
      countedText: [modelContent, ...calls].join(""),
      block: isQuestion ? attachments.block : "",
      images,
      extraTokens: tokensPerMessage + countImageTokens(images) + (isQuestion ? attachments.tokens : 0),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(reasoning !== undefined && { reasoning }),
      ...(resultOf && { resultOf }),
    };
  });
}

/**
 * Finds the first entry to send, and computes the tokens of the input. Uses the token counter only if an upper bound,
 * which is quick to compute, exceeds the budget.
 */
async function fitEntries(
  tokens: TokenCounter,
  { fixedText, budget, isContinued, isVerbatim }: ContextFrame,
  entries: readonly Entry[],
  summary: SentSummary | null,
): Promise<Fit> {
  const maxEntryTokens = entries.reduce(
    (sum, { countedText, extraTokens }) => sum + estimateMaxTokens(countedText) + extraTokens,
    0,
  );
  const upperBound = maxEntryTokens + estimateMaxTokens(fixedText) + tokensPerMessage;
  if (upperBound <= budget) return { firstIndex: 0, tokens: upperBound, usesSummary: false };

  const fixedTokens = (await tokens.count(fixedText, budget)) + tokensPerMessage;
  const counts = new Map<Entry, number>();
  const whole = await fitNewestEntries(tokens, { entries, counts, fixedTokens, budget });
  if (isVerbatim && whole.firstIndex > 0) {
    const userMessage = `The messages are too long for this model: they and the answer must fit into ${budget} tokens. Please shorten them, or use a model that can read longer texts.`;
    throw new AppError("tooLarge", { userMessage });
  }
  if (whole.firstIndex === entries.length) {
    const userMessage = isContinued
      ? "This answer is too long for this model to continue it. Please ask for the rest in a new message, or choose a model that can read longer texts."
      : "Your message is too long for this model. Please shorten it, or choose a model that can read longer texts.";
    throw new AppError("tooLarge", { userMessage });
  }
  if (whole.firstIndex > 0 && summary) {
    const summaryTokens = await tokens.count(summary.block, budget);
    const later = entries.slice(summary.entryCount);
    const rest = await fitNewestEntries(tokens, {
      entries: later,
      counts,
      fixedTokens: fixedTokens + summaryTokens,
      budget,
    });
    if (rest.firstIndex < later.length)
      return {
        firstIndex: summary.entryCount + skipAnswers(later, rest).firstIndex,
        ...{ tokens: rest.tokens, usesSummary: true },
      };
  }
  return { ...skipAnswers(entries, whole), usesSummary: false };
}

/** Finds the first entry such that it and all later ones fit. `counts` has the tokens of the entries that were counted. */
async function fitNewestEntries(
  tokens: TokenCounter,
  {
    entries,
    counts,
    fixedTokens,
    budget,
  }: { entries: readonly Entry[]; counts: Map<Entry, number>; fixedTokens: number; budget: number },
): Promise<Omit<Fit, "usesSummary">> {
  let usedTokens = fixedTokens;
  let firstIndex = entries.length;
  for (const [reverseIndex, entry] of [...entries].reverse().entries()) {
    const { countedText, extraTokens } = entry;
    // In common vocabularies, no token has more than 128 characters. So a text above this limit need not be counted.
    const canFit = countedText.length <= budget * 128;
    const entryTokens =
      counts.get(entry) ??
      (canFit ? (await tokens.count(countedText, budget - usedTokens)) + extraTokens : Number.POSITIVE_INFINITY);
    if (usedTokens + entryTokens > budget) break;
    counts.set(entry, entryTokens);
    usedTokens += entryTokens;
    firstIndex = entries.length - 1 - reverseIndex;
  }
  return { firstIndex, tokens: usedTokens };
}

/** Some model servers require the first message to be a user message. */
function skipAnswers(entries: readonly Entry[], { firstIndex, tokens }: Omit<Fit, "usesSummary">) {
  let index = firstIndex;
  while (index < entries.length - 1 && entries[index]?.role === "assistant") index++;
  return { firstIndex: index, tokens };
}

function toModelMessages(
  instructions: string,
  entries: readonly Entry[],
  model: Pick<UsableModel, "supportsSystemPrompts" | "upstreamId" | "endpoint">,
): ModelMessage[] {
  const { supportsSystemPrompts } = model;
  const messages = entries.map((entry): ModelMessage => {
    const { role, content, block, images, toolCalls, resultOf } = entry;
    if (resultOf) return { role: "tool", content, toolCallId: resultOf.id, toolName: resultOf.name };
    if (role === "assistant")
      return { role: "assistant", content, ...(toolCalls && { toolCalls }), ...toWireParts(entry, model) };
    if (role === "system" && supportsSystemPrompts) return { role: "system", content };
    return { role: "user", content: block + content, ...(images.length > 0 ? { images } : {}) };
  });
  if (instructions === "") return messages;
  if (supportsSystemPrompts) return [{ role: "system", content: instructions }, ...messages];
  const firstUserIndex = messages.findIndex(({ role }) => role === "user");
  // A program can send nothing but answers.
  if (firstUserIndex < 0) return [{ role: "user", content: instructions }, ...messages];
  return messages.map((message, index) =>
    index === firstUserIndex ? { ...message, content: `${instructions}\n\n${message.content}` } : message,
  );
}

/** Returns the thoughts before calls in the form in which the server of a model gets them back. */
function toWireParts(
  { toolCalls, reasoning }: Entry,
  { upstreamId, endpoint }: Pick<UsableModel, "upstreamId" | "endpoint">,
) {
  if (!toolCalls || reasoning === undefined || endpoint?.wire !== "openai") return {};
  return { wireParts: { wire: endpoint.wire, model: upstreamId, parts: [{ reasoning_content: reasoning }] } };
}

function createImagesError(): AppError {
  return new AppError("invalidInput", {
    userMessage: "This model can’t read images. Please use another model.",
    issues: [{ path: "messages", message: "must not have images for this model" }],
  });
}

/** Says how many messages were not sent, and for how many a summary was. */
function buildNotices({ firstIndex, usesSummary }: Fit, summary: SentSummary | null): StatusEntry[] {
  if (firstIndex === 0) return [];
  if (!usesSummary || !summary) return [buildNotice("Earlier messages left out", buildLeftOutText(firstIndex))];
  return [buildNotice("Earlier messages summarized", buildSummarizedText(firstIndex - summary.entryCount))];
}

const buildLeftOutText = (count: number) =>
  `The chat is longer than this model can read: ${count === 1 ? "the oldest message wasn’t" : `the oldest ${count} messages weren’t`} sent.`;

const buildSummarizedText = (leftOutCount: number) => {
  const text = "The chat is longer than this model can read: a summary was sent in place of its earlier messages";
  if (leftOutCount === 0) return `${text}.`;
  return leftOutCount === 1
    ? `${text}, and the message after them wasn’t sent.`
    : `${text}, and the ${leftOutCount} messages after them weren’t sent.`;
};

const buildNotice = (summary: string, message: string): StatusEntry => ({
  id: "history",
  ...{ summary, message },
  type: "info",
  inProgress: true,
  sticky: false,
});
