import { applyChatEvent, emptyAnswer } from "@lectern/contract";
import { createParser } from "eventsource-parser";

/** How a connection to a run ended. `disconnected`: the reader closed it. `broken`: the server or network closed it. */
export type ReadEnding = "ended" | "disconnected" | "broken";

/** Reads one run over any number of connections, as a tab does. */
export interface RunReader {
  /** Id of the last event that was read; a reconnect sends it as `Last-Event-ID`. */
  readonly lastEventId: number;
  readonly text: string;
  /** How the run ended, once its end has been read. */
  readonly end: string | null;
  readonly code: string | null;
  /**
   * Reads a connection to its end, or closes it after `maxEvents` events. Reports repeated, missing or invalid events.
   */
  read(response: Response, maxEvents: number): Promise<ReadEnding>;
}

/** `wholeAnswer` is the complete answer. Every text that is read must be a prefix of it. */
export function createRunReader(wholeAnswer: string, onProblem: (problem: string) => void): RunReader {
  let answer = emptyAnswer;
  let lastEventId = 0;
  return {
    get lastEventId() {
      return lastEventId;
    },
    get text() {
      return answer.content;
    },
    get end() {
      return answer.end?.end ?? null;
    },
    get code() {
      return answer.end?.code ?? null;
    },
    async read(response, maxEvents) {
      let isDone = false;
      let eventCount = 0;
      const parser = createParser({
        onEvent({ id, data }) {
          if (data === "[DONE]") {
            isDone = true;
            return;
          }
          eventCount += 1;
          if (Number(id) !== lastEventId + 1) onProblem(`event ${id} came after event ${lastEventId}`);
          lastEventId = Number(id);
          if (answer.end) onProblem("an event came after the end");
          answer = applyChatEvent(answer, JSON.parse(data));
          if (!wholeAnswer.startsWith(answer.content)) onProblem("the text is not a prefix of the answer");
        },
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!reader) return "broken";
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return isDone ? "ended" : "broken";
          parser.feed(value);
          if (isDone) {
            await reader.cancel();
            return "ended";
          }
          if (eventCount >= maxEvents) {
            await reader.cancel();
            return "disconnected";
          }
        }
      } catch {
        return "broken"; // The connection was lost because its server was killed, which is part of the test.
      }
    },
  };
}
