import { type PythonReply, pythonLimits } from "../ui/python/pythonMessages.ts";

type Stream = Extract<PythonReply, { type: "output" }>["stream"];

/** Each of the first lines is sent at once. More of them would keep the page busy, so the others are sent together. */
const maxSingleMessages = 500;
const intervalMs = 50;

interface Output {
  /** Returns the function that Pyodide calls with what is written to a stream. */
  createWriter(stream: Stream): (bytes: Uint8Array) => number;
  /** Writes to stderr. */
  writeNote(text: string): void;
  /** Sends what has not been sent. */
  end(): void;
}

/** Sends the output of one run as it is written, and cuts it if it is too long. */
export function createOutput(send: (stream: Stream, text: string) => void): Output {
  let remainingLength: number = pythonLimits.outputLength - 100;
  let messageCount = 0;
  let sentAt = 0;
  let pending: { stream: Stream; text: string } | null = null;

  function sendPending(): void {
    if (pending) send(pending.stream, pending.text);
    pending = null;
    messageCount += 1;
    sentAt = performance.now();
  }

  function write(stream: Stream, text: string): void {
    if (text === "" || remainingLength < 0) return;
    if (pending && pending.stream !== stream) sendPending();
    pending = { stream, text: (pending?.text ?? "") + text.slice(0, remainingLength) };
    remainingLength -= text.length;
    if (remainingLength < 0) {
      sendPending();
      send("stderr", "\nThe output was too long, so the rest of it was left out.\n");
    } else if (messageCount < maxSingleMessages || performance.now() - sentAt > intervalMs) sendPending();
  }

  return {
    createWriter(stream) {
      const decoder = new TextDecoder();
      return (bytes) => {
        write(stream, decoder.decode(bytes, { stream: true }));
        return bytes.length;
      };
    },
    writeNote: (text) => write("stderr", text),
    end: sendPending,
  };
}
