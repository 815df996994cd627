import type { FinishReason, ModelEvent, WireParts } from "../modelProvider.ts";
import { ModelError } from "../modelProvider.ts";
import { isRecord, toTokenCount } from "../transport/jsonValues.ts";
import { createAnswerPartCollector } from "./answerPartCollector.ts";
import type { SdkPart } from "./sdkTypes.ts";

type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/** Converts the SDK's parts of one answer to model events. */
export interface PartReader {
  /** Text, reasoning and tool calls that have not been consumed yet. */
  pendingEvents: ModelEvent[];
  /** True if the answer is complete. */
  readonly isFinished: boolean;
  /** Number of events that were skipped because they could not be parsed. */
  readonly skippedEvents: number;
  /**
   * Adds a part. Throws the error that an error part contains, unless it concerns an event that could not be parsed.
   * Throws `ModelError` with kind cut if the SDK reports a finish that the server did not send.
   */
  add(part: SdkPart): void;
  /**
   * Returns the final events: parts that the server must get back, usage, if the server reported it, and finish. Empty
   * if the answer is not complete.
   */
  buildFinalEvents(): ModelEvent[];
}

/** `source` is the wire and the model that answer. */
export function createPartReader(source: Pick<WireParts, "wire" | "model">): PartReader {
  const collector = createAnswerPartCollector(source.wire);
  const callIndexes = new Map<string, number>();
  let finishPart: SdkFinish | null = null;
  let skippedEvents = 0;
  let hasReasoning = false;
  let startsParagraph = false;

  const startCall = (id: string, name: string, argumentsJson: string) => {
    const index = callIndexes.size;
    callIndexes.set(id, index);
    reader.pendingEvents.push({ type: "toolCall", index, id, name, arguments: argumentsJson });
  };

  const reader: PartReader = {
    pendingEvents: [],
    get isFinished() {
      return finishPart !== null;
    },
    get skippedEvents() {
      return skippedEvents;
    },
    add(part) {
      switch (part.type) {
        case "text-delta":
          collector.add(part);
          if (part.delta !== "") reader.pendingEvents.push({ type: "text", text: part.delta });
          return;
        case "reasoning-start":
          collector.add(part);
          startsParagraph = hasReasoning;
          return;
        case "reasoning-end":
          collector.add(part);
          return;
        case "reasoning-delta":
          collector.add(part);
          if (part.delta === "") return;
          reader.pendingEvents.push({ type: "reasoning", text: startsParagraph ? `\n\n${part.delta}` : part.delta });
          hasReasoning = true;
          startsParagraph = false;
          return;
        case "tool-input-start":
          startCall(part.id, part.toolName, "");
          collector.add(part, callIndexes.get(part.id));
          return;
        case "tool-input-delta": {
          const index = callIndexes.get(part.id);
          if (index !== undefined && part.delta !== "")
            reader.pendingEvents.push({ type: "toolCall", index, arguments: part.delta });
          return;
        }
        case "tool-call":
          if (!callIndexes.has(part.toolCallId)) startCall(part.toolCallId, part.toolName, part.input);
          collector.add(part, callIndexes.get(part.toolCallId));
          return;
        case "finish":
          if (isTruncated(part)) throw new ModelError("cut", "the stream ended before the answer was complete");
          finishPart = part;
          return;
        case "error":
          if (!isUnparsable(part.error)) throw part.error;
          skippedEvents += 1;
          return;
        default:
          return; // Ignore starts and ends of other blocks, and parts that we do not request: sources, files, server-side tools.
      }
    },
    buildFinalEvents() {
      if (!finishPart) return [];
      const { inputTokens, outputTokens } = finishPart.usage;
      const parts = collector.build();
      const cacheWriteTokens = toTokenCount(inputTokens.cacheWrite);
      // The SDK has 0 also for servers that do not report it.
      const reasoningTokens = toTokenCount(outputTokens.reasoning);
      const isCounted = inputTokens.total !== undefined && outputTokens.total !== undefined;
      return [
        ...(parts ? [{ type: "wireParts" as const, wireParts: { ...source, parts } }] : []),
        ...(isCounted
          ? [
              {
                type: "usage" as const,
                // Includes tokens read from and written to a cache, each counted once.
                inputTokens: toTokenCount(inputTokens.total),
                outputTokens: toTokenCount(outputTokens.total),
                cachedTokens: toTokenCount(inputTokens.cacheRead),
                ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
                ...(reasoningTokens > 0 && { reasoningTokens }),
              },
            ]
          : []),
        { type: "finish", reason: toFinishReason(finishPart) },
      ];
    },
  };
  return reader;
}

/** True if the server ended the stream without a finish reason. The SDK reports a finish even in this case. */
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
