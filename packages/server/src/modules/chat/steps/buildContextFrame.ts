import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { listToolAndFormatTexts } from "../../../core/run/estimateUsage.ts";
import type { ContextFrame, FramedMessage, HistoryMessage, RunContribution } from "../../../core/run/run.ts";
import type { UsableModel } from "../../../core/usableModel.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import { toModelTool } from "../rounds/toModelTool.ts";
import { replacePictures } from "./replacePictures.ts";

interface FrameParts {
  turn: Pick<ChatTurn, "systemPrompt" | "maxTokens" | "toolsAndFormat">;
  model: UsableModel;
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  /** The prompt stored with a cloud conversation. */
  storedPrompt: string | null;
  /** What the steps of the modules have contributed. */
  contributions: readonly RunContribution[];
  allowsTools: boolean;
  /** Messages that are sent after the question, because the answer continues. */
  framedMessages?: readonly ModelMessage[];
}

export function buildContextFrame(parts: FrameParts): ContextFrame {
  const { turn, model, contributions, allowsTools, framedMessages = [] } = parts;
  const instructions = buildInstructions(parts);
  const requestedTokens = clampMaxTokens(turn.maxTokens, model);
  const reservedTokens = Math.min(requestedTokens, Math.floor(model.inputContextWindow / 2));
  const tools = allowsTools ? contributions.flatMap((contribution) => contribution.tools ?? []) : [];
  const input = tools.length > 0 ? { ...turn.toolsAndFormat, tools: tools.map(toModelTool) } : turn.toolsAndFormat;
  return {
    history: formatHistory(parts),
    instructions,
    fixedText: [instructions, ...listToolAndFormatTexts(input), ...framedMessages.map(({ content }) => content)].join(
      "",
    ),
    isContinued: framedMessages.length > 0,
    requestedTokens,
    reservedTokens,
    budget: model.inputContextWindow - reservedTokens,
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

/** Returns the requested limit, at most the model's limit. If none is requested, returns half of the model's limit. */
function clampMaxTokens(requested: number | null, model: Pick<UsableModel, "outputTokenLimit">): number {
  return Math.max(1, Math.min(requested ?? Math.floor(model.outputTokenLimit / 2), model.outputTokenLimit));
}

function buildInstructions({ turn, model, storedPrompt, contributions }: FrameParts): string {
  const basePrompt = turn.systemPrompt ?? (storedPrompt?.trim() ? storedPrompt : defaultInstruction);
  const fragments = contributions.flatMap(({ instructions = [] }) => instructions.map(({ text }) => text));
  return [basePrompt, model.systemPrompt, ...fragments].filter((text) => text.trim() !== "").join("\n\n");
}
