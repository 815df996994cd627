import { type ArtifactBlock, cutIntoSegments, type FoundSummary } from "@lectern/contract";
import type { FramedMessage } from "../../../core/run/run.ts";
import { buildSummaryBlock } from "../../../core/run/summaryBlock.ts";
import type { UsableModel } from "../../../core/usableModel.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { estimateTokens } from "../../../platform/tokenCounter.ts";
import { buildWritingInstructions } from "./instructions.ts";

interface WritingInput {
  model: UsableModel;
  block: ArtifactBlock;
  /** The branch up to the question. */
  history: readonly FramedMessage[];
  /** What can be sent in place of the beginning of the history; null: nothing. */
  summary: FoundSummary | null;
  /** The answer that requests the artifact. */
  answer: string;
  /** The contents of the included artifacts, by id, the most important first. */
  included: ReadonlyMap<string, string>;
}

interface WritingCall {
  messages: ModelMessage[];
  /** What `~A{n}` stands for. */
  segments: string[];
  maxTokens: number;
  /** The ids of the included artifacts that do not fit into the model's context. */
  leftOutIds: string[];
}

const tokensPerMessage = 8;
/** Of the sentences around the artifacts. */
const tokensOfPhrases = 60;
const minOutputTokens = 256;

/**
 * Builds the call that writes an artifact, with the model's full output limit. The newest messages of the chat that fit
 * come first, as in the call that requested it: after the summary, if not all fit. The included artifacts are cut into
 * numbered segments, and those that do not fit are left out.
 */
export function buildWritingCall({ model, block, history, summary, answer, included }: WritingInput): WritingCall {
  const segments: string[] = [];
  const instructions = buildWritingInstructions(block.type);
  const reservedTokens = Math.min(model.outputTokenLimit, Math.floor(model.inputContextWindow / 2));
  const leftOutIds: string[] = [];
  let spaceForArtifacts =
    model.inputContextWindow -
    reservedTokens -
    estimateTokens(`${instructions}${block.name}${block.description}${block.instructions}`) -
    4 * tokensPerMessage -
    tokensOfPhrases;
  const artifacts = [...included].flatMap(([id, contents]) => {
    const first = segments.length;
    const ownSegments = cutIntoSegments(contents);
    const parts = ownSegments.map((segment, index) => `[A${first + index}]\n${segment}`);
    const text = `Artifact ${id}:\n${parts.join("\n")}`;
    if (estimateTokens(text) > spaceForArtifacts) {
      leftOutIds.push(id);
      return [];
    }
    spaceForArtifacts -= estimateTokens(text);
    segments.push(...ownSegments);
    return [text];
  });
  const request = [
    artifacts.length > 0 && `These are the existing artifacts. A number such as [A0] stands before each segment.`,
    ...artifacts,
    `Write the artifact “${block.name}”${block.type === "" ? "" : ` of the type ${block.type}`}. ${block.description}`,
    block.instructions,
  ];
  const requestText = request.filter((part) => part !== false && part.trim() !== "").join("\n\n");
  const fixedTokens = estimateTokens(instructions) + estimateTokens(requestText) + 2 * tokensPerMessage;
  const space = model.inputContextWindow - reservedTokens - fixedTokens;
  const { chat, freeTokens } = fitChat([...history, { role: "assistant", content: answer }], summary, space);
  const usedTokens = model.inputContextWindow - reservedTokens - freeTokens;
  return {
    messages: model.supportsSystemPrompts
      ? [{ role: "system", content: instructions }, ...chat, { role: "user", content: requestText }]
      : [...chat, { role: "user", content: `${instructions}\n\n${requestText}` }],
    segments,
    maxTokens: Math.max(minOutputTokens, Math.min(model.outputTokenLimit, model.inputContextWindow - usedTokens)),
    leftOutIds,
  };
}

type ChatMessage = Pick<FramedMessage, "role" | "content" | "modelContent">;

interface FittedChat {
  chat: ModelMessage[];
  /** What is left of the space. */
  freeTokens: number;
}

/** Fits the chat into the space, in tokens. If not all fits, a summary is sent in place of what it stands for. */
function fitChat(messages: readonly ChatMessage[], summary: FoundSummary | null, space: number): FittedChat {
  const { isWhole, ...newest } = fitNewest(messages, space);
  if (isWhole || !summary) return newest;
  const block = buildSummaryBlock(summary.summary.text);
  const later = fitNewest(messages.slice(summary.index + 1), space - estimateTokens(block));
  const [first, ...others] = later.chat;
  if (!first) return newest;
  return { chat: [{ ...first, content: block + first.content }, ...others], freeTokens: later.freeTokens };
}

/** Finds the newest messages that fit, from a question on. */
function fitNewest(messages: readonly ChatMessage[], space: number): FittedChat & { isWhole: boolean } {
  const chat: ModelMessage[] = [];
  let freeTokens = space;
  let count = 0;
  for (const { role, content, modelContent = content } of messages.toReversed()) {
    const tokens = estimateTokens(modelContent) + tokensPerMessage;
    if (tokens > freeTokens) break;
    freeTokens -= tokens;
    count++;
    if (modelContent.trim() === "") continue;
    chat.unshift({ role: role === "assistant" ? "assistant" : "user", content: modelContent });
  }
  // Some model servers demand that a question comes first.
  while (chat[0]?.role === "assistant") chat.shift();
  return { chat, freeTokens: Math.max(0, freeTokens), isWhole: count === messages.length };
}
