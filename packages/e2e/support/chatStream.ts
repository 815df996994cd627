import { type Answer, applyChatEvent, emptyAnswer } from "@lectern/contract";

/** A server-sent event as it came: comments are left out. */
export interface Frame {
  id: number | null;
  data: string;
}

/** The reply to `POST /chat` or `GET /chat/{requestId}`, read as it comes. */
export interface ChatStream {
  status: number;
  headers: Headers;
  /** What has been read so far. */
  frames: readonly Frame[];
  answer(): Answer;
  /** Reads on until the answer is so. Throws when the reply ends before. */
  readUntil(isSo: (answer: Answer) => boolean): Promise<Answer>;
  /** Reads to the end. Throws when the connection breaks. */
  readToEnd(): Promise<Answer>;
  /** Cuts the connection. */
  disconnect(): Promise<void>;
}

/** Reads a reply of the chat address; one that is no stream is an error with its text. */
export async function readChatStream(response: Response): Promise<ChatStream> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || !type.startsWith("text/event-stream")) {
    throw new Error(`no stream but ${response.status}: ${await response.text()}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const frames: Frame[] = [];
  let answer = emptyAnswer;
  let pending = "";

  const readOn = async (): Promise<boolean> => {
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
    async readUntil(isSo) {
      while (!isSo(answer)) if (!(await readOn())) throw new Error(`the reply ended at: ${JSON.stringify(answer)}`);
      return answer;
    },
    async readToEnd() {
      while (await readOn());
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
