import type { FinishReason, ModelEvent } from "../modelProvider.ts";
import { ModelError } from "../modelProvider.ts";
import { isRecord, toTokenCount } from "../transport/jsonValues.ts";
import type { SdkPart } from "./sdkTypes.ts";

type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/** Collects what the parts of one answer say. */
export interface PartReader {
  /** Text, reasoning and tool calls not taken yet. */
  pending: ModelEvent[];
  /** The answer has come to its end. */
  readonly isFinished: boolean;
  /** Events that could not be read and were passed over. */
  readonly skipped: number;
  /** Throws what a part says went wrong. */
  take(part: SdkPart): void;
  /** Usage, where it was told, and the finish. */
  ending(): ModelEvent[];
}

export function createPartReader(): PartReader {
  const callIndex = new Map<string, number>();
  let finish: SdkFinish | null = null;
  let skipped = 0;
  let hasReasoning = false;
  let startsParagraph = false;

  const begin = (id: string, name: string, given: string) => {
    const index = callIndex.size;
    callIndex.set(id, index);
    reader.pending.push({ type: "toolCall", index, id, name, arguments: given });
  };

  const reader: PartReader = {
    pending: [],
    get isFinished() {
      return finish !== null;
    },
    get skipped() {
      return skipped;
    },
    take(part) {
      switch (part.type) {
        case "text-delta":
          if (part.delta !== "") reader.pending.push({ type: "text", text: part.delta });
          return;
        case "reasoning-start":
          startsParagraph = hasReasoning;
          return;
        case "reasoning-delta":
          if (part.delta === "") return;
          reader.pending.push({ type: "reasoning", text: startsParagraph ? `\n\n${part.delta}` : part.delta });
          hasReasoning = true;
          startsParagraph = false;
          return;
        case "tool-input-start":
          begin(part.id, part.toolName, "");
          return;
        case "tool-input-delta": {
          const index = callIndex.get(part.id);
          if (index !== undefined && part.delta !== "")
            reader.pending.push({ type: "toolCall", index, arguments: part.delta });
          return;
        }
        case "tool-call":
          if (!callIndex.has(part.toolCallId)) begin(part.toolCallId, part.toolName, part.input);
          return;
        case "finish":
          if (isTruncated(part)) throw new ModelError("cut", "the stream ended in mid-answer");
          finish = part;
          return;
        case "error":
          if (!isUnparsable(part.error)) throw part.error;
          skipped += 1;
          return;
        default:
          return; // the beginning and end of blocks, and what was not asked for: sources, files, tools of the server
      }
    },
    ending() {
      if (!finish) return [];
      const { inputTokens, outputTokens } = finish.usage;
      const isCounted = inputTokens.total !== undefined && outputTokens.total !== undefined;
      return [
        ...(isCounted
          ? [
              {
                type: "usage" as const,
                // Read from and written to a cache included, each token once.
                inputTokens: toTokenCount(inputTokens.total),
                outputTokens: toTokenCount(outputTokens.total),
                cachedTokens: toTokenCount(inputTokens.cacheRead),
              },
            ]
          : []),
        { type: "finish", reason: toFinishReason(finish) },
      ];
    },
  };
  return reader;
}

/** The SDK finishes every stream, also one whose server never said that it was over. */
function isTruncated({ finishReason: { unified, raw } }: SdkFinish): boolean {
  return raw === undefined && unified !== "stop" && unified !== "tool-calls";
}

function isUnparsable(error: unknown): boolean {
  return isRecord(error) && (error.name === "AI_JSONParseError" || error.name === "AI_TypeValidationError");
}

function toFinishReason({ finishReason }: SdkFinish): FinishReason {
  switch (finishReason.unified) {
    case "stop":
      return "stop";
    case "length":
      return "length";
    case "content-filter":
      return "contentFilter";
    case "tool-calls":
      return "toolCalls";
    default:
      return "other";
  }
}
