import { computeContextLimits, searchSummary } from "@lectern/contract";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { listToolAndFormatTexts } from "../../../core/run/estimateUsage.ts";
import type { ContextFrame, FramedMessage, HistoryMessage, RunContribution } from "../../../core/run/run.ts";
import { runCooperatively } from "../../../core/runCooperatively.ts";
import type { UsableModel } from "../../../core/usableModel.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import { toModelTool } from "../rounds/toModelTool.ts";
import { replacePictures } from "./replacePictures.ts";

interface FrameParts {
  turn: Pick<ChatTurn, "systemPrompt" | "maxTokens" | "toolsAndFormat" | "isVerbatim" | "usesSummaries">;
  model: UsableModel;
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  /** Earlier messages that are not sent. */
  leftOut?: readonly HistoryMessage[];
  /** All messages of the branch; absent: they are the history. */
  branch?: readonly HistoryMessage[];
  /** The prompt stored with a cloud conversation. */
  storedPrompt: string | null;
  /** What the steps of the modules have contributed. */
  contributions: readonly RunContribution[];
  allowsTools: boolean;
  /** Messages that are sent after the question, because the answer continues. */
  framedMessages?: readonly ModelMessage[];
}

export async function buildContextFrame(parts: FrameParts): Promise<ContextFrame> {
  const { turn, model, leftOut = [], branch = parts.history, contributions, allowsTools, framedMessages = [] } = parts;
  const { isVerbatim = false } = turn;
  const usesSummaries = turn.usesSummaries === true && !isVerbatim;
  const findSummary = (messages: readonly HistoryMessage[], hasExcluded: boolean) =>
    usesSummaries ? runCooperatively(searchSummary(messages, hasExcluded)) : null;
  const summary = await findSummary(parts.history, false);
  const newestSummary = await findSummary(branch, true);
  const instructions = buildInstructions(parts);
  const { requestedTokens, reservedTokens, budget } = computeContextLimits(model, turn.maxTokens, isVerbatim);
  const tools = allowsTools ? contributions.flatMap((contribution) => contribution.tools ?? []) : [];
  const input = tools.length > 0 ? { ...turn.toolsAndFormat, tools: tools.map(toModelTool) } : turn.toolsAndFormat;
  return {
    history: formatHistory(parts),
    leftOut,
    branch,
    isVerbatim,
    instructions,
    memoryText: listFragments(contributions)
      .flatMap(({ part, text }) => (part === "memory" ? [text] : []))
      .join("\n\n"),
    summary,
    isSummaryOff: newestSummary?.summary.isOff === true,
    fixedText: [instructions, ...listToolAndFormatTexts(input), ...framedMessages.map(({ content }) => content)].join(
      "",
    ),
    isContinued: framedMessages.length > 0,
    requestedTokens,
    reservedTokens,
    budget,
    allowsTools,
  };
}

/** Applies the formats of all steps, to the newest message first, so that the context is fitted to what the model reads. */
function formatHistory({ history, contributions }: FrameParts): readonly FramedMessage[] {
  const formatters = contributions.filter(({ formatMessage }) => formatMessage !== undefined);
  const newestFirst = history.toReversed().map((message) => ({
    ...message,
    modelContent: formatters.reduce(
      (content, { formatMessage }) => formatMessage?.({ ...message, content }) ?? content,
      message.role === "assistant" ? replacePictures(message.content) : message.content,
    ),
  }));
  return newestFirst.toReversed();
}

function buildInstructions({ turn, model, storedPrompt, contributions }: FrameParts): string {
  const defaultPrompt = turn.isVerbatim ? "" : defaultInstruction;
  const basePrompt = turn.systemPrompt ?? (storedPrompt?.trim() ? storedPrompt : defaultPrompt);
  const fragments = listFragments(contributions).map(({ text }) => text);
  return [basePrompt, model.systemPrompt, ...fragments].filter((text) => text.trim() !== "").join("\n\n");
}

const listFragments = (contributions: readonly RunContribution[]) =>
  contributions.flatMap(({ instructions = [] }) => instructions);
