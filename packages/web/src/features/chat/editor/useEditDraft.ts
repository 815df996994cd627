import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { readEdits, writeEdit } from "./editDrafts.ts";

interface EditDraft {
  text: string;
  setText: (text: string) => void;
  /** Keeps the text as it is now, without waiting. */
  save: () => void;
  /** Nothing of it is kept any more. */
  discard: () => void;
}

const writeDelayMs = 300;

/**
 * The text of a message while it is being edited, kept in this browser as the composer's is, from the first change on. Where it
 * stands in no page any more, because the message is far off screen, it comes back with what was typed.
 */
export function useEditDraft(userId: string, conversationId: string, messageId: string, original: string): EditDraft {
  const [text, setText] = useState(() => readEdits(userId, conversationId).get(messageId) ?? original);
  const latest = useRef(text);
  const write = useDebouncedCallback(
    () => {
      const isChanged = latest.current !== original;
      writeEdit(userId, conversationId, messageId, isChanged ? latest.current : null);
    },
    { delay: writeDelayMs, flushOnUnmount: true },
  );
  useEffect(() => {
    // `write.flush` is another function after each call.
    const flush = () => write.flush();
    addEventListener("pagehide", flush);
    return () => removeEventListener("pagehide", flush);
  }, [write]);
  return {
    text,
    setText: (next) => {
      latest.current = next;
      setText(next);
      write();
    },
    save: () => write.flush(),
    discard: () => {
      write.cancel();
      writeEdit(userId, conversationId, messageId, null);
    },
  };
}
