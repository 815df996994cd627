import { type ArtifactBlock, cutIntoSegments } from "@lectern/contract";
import type { FramedMessage } from "../../../core/run/run.ts";
import type { UsableModel } from "../../../core/usableModel.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { estimateTokens } from "../../../platform/tokenCounter.ts";
import { buildWritingInstructions } from "./instructions.ts";

interface WritingInput {
  model: UsableModel;
  block: ArtifactBlock;
  /** The branch up to the question. */
  history: readonly FramedMessage[];
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
 * come first; the included artifacts are cut into numbered segments, and those that do not fit are left out.
 */
export function buildWritingCall({ model, block, history, answer, included }: WritingInput): WritingCall {
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
  let freeTokens = model.inputContextWindow - reservedTokens - fixedTokens;
  const chat: ModelMessage[] = [];
  const messages = [...history, { role: "assistant" as const, content: answer, modelContent: undefined }];
  for (const { role, content, modelContent } of messages.toReversed()) {
    const text = modelContent ?? content;
    freeTokens -= estimateTokens(text) + tokensPerMessage;
    if (freeTokens < 0) break;
    if (text.trim() !== "") chat.unshift({ role: role === "assistant" ? "assistant" : "user", content: text });
  }
  // Some model servers demand that a question comes first.
  while (chat[0]?.role === "assistant") chat.shift();
  const usedTokens = model.inputContextWindow - reservedTokens - Math.max(0, freeTokens);
  return {
    messages: model.supportsSystemPrompts
      ? [{ role: "system", content: instructions }, ...chat, { role: "user", content: requestText }]
      : [...chat, { role: "user", content: `${instructions}\n\n${requestText}` }],
    segments,
    maxTokens: Math.max(minOutputTokens, Math.min(model.outputTokenLimit, model.inputContextWindow - usedTokens)),
    leftOutIds,
  };
}
