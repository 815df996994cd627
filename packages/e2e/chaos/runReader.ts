import { applyChatEvent, emptyAnswer } from "@lectern/contract";
import { createParser } from "eventsource-parser";

/** How one connection to a run came to its end. */
export type ReadEnding = "ended" | "left" | "broken";

/** What a tab has read of one run, over as many connections as that took. */
export interface RunReader {
  /** Number of the last event; what a reconnect gives as `Last-Event-ID`. */
  readonly lastEventId: number;
  readonly text: string;
  /** How the run ended, once its end has been read. */
  readonly end: string | null;
  readonly code: string | null;
  /** Reads a connection to its end, or leaves it after so many events. Tells `onProblem` of events that repeat, are missing or change. */
  read(response: Response, leaveAfter: number): Promise<ReadEnding>;
}

/** `whole`: the text of which everything read must be a beginning. */
export function createRunReader(whole: string, onProblem: (problem: string) => void): RunReader {
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
    async read(response, leaveAfter) {
      let isOver = false;
      let count = 0;
      const parser = createParser({
        onEvent({ id, data }) {
          if (data === "[DONE]") {
            isOver = true;
            return;
          }
          count += 1;
          if (Number(id) !== lastEventId + 1) onProblem(`event ${id} came after event ${lastEventId}`);
          lastEventId = Number(id);
          if (answer.end) onProblem("an event came after the end");
          answer = applyChatEvent(answer, JSON.parse(data));
          if (!whole.startsWith(answer.content)) onProblem("the text is not a beginning of the answer");
        },
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!reader) return "broken";
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return isOver ? "ended" : "broken";
          parser.feed(value);
          if (isOver) {
            await reader.cancel();
            return "ended";
          }
          if (count >= leaveAfter) {
            await reader.cancel();
            return "left";
          }
        }
      } catch {
        return "broken"; // the connection died with its server, which is what this is for
      }
    },
  };
}
