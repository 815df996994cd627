import type { FinishReason, ModelEvent } from "../modelProvider.ts";
import { ModelError } from "../modelProvider.ts";
import { isRecord, toTokenCount } from "../transport/jsonValues.ts";
import type { SdkPart } from "./sdkTypes.ts";

type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/** Converts the parts of one answer to model events. */
export interface PartReader {
  /** Text, reasoning and tool calls that have not been consumed yet. */
  pending: ModelEvent[];
  /** True if the answer is complete. */
  readonly isFinished: boolean;
  /** Number of events that could not be parsed and were skipped. */
  readonly skipped: number;
  /** Adds a part. Throws the error that an error part contains. */
  add(part: SdkPart): void;
  /** The final events: usage, if it was reported, and finish. */
  finalEvents(): ModelEvent[];
}

export function createPartReader(): PartReader {
  const callIndex = new Map<string, number>();
  let finish: SdkFinish | null = null;
  let skipped = 0;
  let hasReasoning = false;
  let startsParagraph = false;

  const startCall = (id: string, name: string, json: string) => {
    const index = callIndex.size;
    callIndex.set(id, index);
    reader.pending.push({ type: "toolCall", index, id, name, arguments: json });
  };

  const reader: PartReader = {
    pending: [],
    get isFinished() {
      return finish !== null;
    },
    get skipped() {
      return skipped;
    },
    add(part) {
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
          startCall(part.id, part.toolName, "");
          return;
        case "tool-input-delta": {
          const index = callIndex.get(part.id);
          if (index !== undefined && part.delta !== "")
            reader.pending.push({ type: "toolCall", index, arguments: part.delta });
          return;
        }
        case "tool-call":
          if (!callIndex.has(part.toolCallId)) startCall(part.toolCallId, part.toolName, part.input);
          return;
        case "finish":
          if (isTruncated(part)) throw new ModelError("cut", "the stream ended before the answer was complete");
          finish = part;
          return;
        case "error":
          if (!isUnparsable(part.error)) throw part.error;
          skipped += 1;
          return;
        default:
          return; // Ignore starts and ends of blocks, and parts that we do not request: sources, files, server-side tools.
      }
    },
    finalEvents() {
      if (!finish) return [];
      const { inputTokens, outputTokens } = finish.usage;
      const isCounted = inputTokens.total !== undefined && outputTokens.total !== undefined;
      return [
        ...(isCounted
          ? [
              {
                type: "usage" as const,
                // Includes tokens read from and written to a cache, each counted once.
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

/** True if the server ended the stream without a finish reason; the SDK reports a finish even then. */
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
