import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import { type FinishReason, ModelError, type ModelEvent } from "../modelProvider.ts";
import { parseJsonOrUndefined } from "../transport/jsonValues.ts";
import { toModelError } from "../transport/toModelError.ts";
import { createAnswerReaders, endAnswer, parseChatChunk, type Usage } from "./chatChunk.ts";
import type { ReturnedFieldsCollector } from "./returnedFields.ts";

/** Parses the event stream of a chat completion. */
export interface ChatStreamReader {
  /** Text, reasoning and tool calls that have not been consumed yet. */
  pendingEvents: ModelEvent[];
  usage: Usage | null;
  finishReason: FinishReason | null;
  /** True if `[DONE]` was received. */
  isDone: boolean;
  /** Number of events that were skipped because they could not be parsed. */
  skippedEvents: number;
  /**
   * Parses more bytes, which can be split anywhere. Throws `ModelError` for an error event, or an event that is too
   * large.
   */
  feed(bytes: Buffer): void;
  /** Adds the text that was held back, because it could have been the start of a mark. */
  end(): void;
}

/** `maxEventLength` is in UTF-16 code units. Adds each delta to `returnedFields`. */
export function createChatStreamReader(
  maxEventLength: number,
  returnedFields?: ReturnedFieldsCollector,
): ChatStreamReader {
  const decoder = new StringDecoder("utf8");
  const answerReaders = createAnswerReaders(returnedFields);
  let failure: ModelError | null = null;
  const reader: ChatStreamReader = {
    pendingEvents: [],
    usage: null,
    finishReason: null,
    isDone: false,
    skippedEvents: 0,
    feed(bytes) {
      parser.feed(decoder.write(bytes));
      if (failure) throw failure;
    },
    end() {
      reader.pendingEvents.push(...endAnswer(answerReaders));
    },
  };
  const readChunk = (data: string) => {
    try {
      return parseChatChunk(parseJsonOrUndefined(data), answerReaders);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      failure = error;
      return null;
    }
  };
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ event, data }) {
      if (reader.isDone || failure) return;
      if (data.trim() === "[DONE]") {
        reader.isDone = true;
        reader.end();
        return;
      }
      const chunk = readChunk(data);
      if (failure) return;
      if (event === "error" && chunk?.error == null) {
        // LM Studio and gateways name the event; its data can have any shape.
        failure = toModelError({ status: undefined, body: parseJsonOrUndefined(data) ?? data });
        return;
      }
      if (!chunk) {
        reader.skippedEvents += 1;
        return;
      }
      if (chunk.error != null) {
        failure = toModelError({ status: undefined, body: { error: chunk.error } });
        return;
      }
      for (const event of chunk.events) reader.pendingEvents.push(event);
      reader.usage = chunk.usage ?? reader.usage;
      reader.finishReason = chunk.finishReason ?? reader.finishReason;
      failure = chunk.cut;
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") {
        failure = new ModelError("protocol", `an event is longer than ${maxEventLength} characters`);
      } else {
        reader.skippedEvents += 1;
      }
    },
  });
  return reader;
}
