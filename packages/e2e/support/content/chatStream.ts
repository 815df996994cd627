import { type Answer, applyChatEvent, emptyAnswer } from "@lectern/contract";

/** A server-sent event as received. */
export interface Frame {
  id: number | null;
  data: string;
}

/** The response to `POST /chat` or `GET /chat/{requestId}`, read incrementally. */
export interface ChatStream {
  status: number;
  headers: Headers;
  /** The events read so far, without comments. */
  frames: readonly Frame[];
  answer(): Answer;
  /** Reads until the answer satisfies the condition. Throws if the response ends first. */
  readUntil(matches: (answer: Answer) => boolean): Promise<Answer>;
  /** Reads to the end. Throws when the connection breaks. */
  readToEnd(): Promise<Answer>;
  /** Closes the connection. */
  disconnect(): Promise<void>;
}

/** The ids of the events that were read. */
export const listEventIds = ({ frames }: ChatStream): number[] => frames.flatMap(({ id }) => (id === null ? [] : [id]));

/** The whole numbers from `first` to `last`. */
export const listRange = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Wraps a response of the chat endpoint. Throws an error with its text if it is not a stream. */
export async function readChatStream(response: Response): Promise<ChatStream> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || !type.startsWith("text/event-stream")) {
    throw new Error(`no stream but ${response.status}: ${await response.text()}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const frames: Frame[] = [];
  let answer = emptyAnswer;
  let pending = "";

  const readChunk = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (done) return false;
    const parts = (pending + value).split("\n\n");
    pending = parts.pop() ?? "";
    for (const part of parts) {
      const frame = toFrame(part);
      if (!frame) continue;
      frames.push(frame);
      if (frame.data !== "[DONE]") answer = applyChatEvent(answer, JSON.parse(frame.data));
    }
    return true;
  };

  return {
    status: response.status,
    headers: response.headers,
    frames,
    answer: () => answer,
    async readUntil(matches) {
      while (!matches(answer))
        if (!(await readChunk())) throw new Error(`the reply ended at: ${JSON.stringify(answer)}`);
      return answer;
    },
    async readToEnd() {
      while (await readChunk());
      return answer;
    },
    disconnect: () => reader.cancel(),
  };
}

function toFrame(text: string): Frame | null {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith(":"));
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  const data = field("data");
  if (data === undefined) return null;
  const id = field("id");
  return { id: id === undefined ? null : Number(id), data: data.trimStart() };
}
