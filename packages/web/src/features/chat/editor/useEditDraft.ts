import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { readEdits, writeEdit } from "./editDrafts.ts";

interface EditDraft {
  text: string;
  setText: (text: string) => void;
  /** Stores the text now. */
  save: () => void;
  /** Deletes the stored text. */
  discard: () => void;
}

const writeDelayMs = 300;

/**
 * The text of a message while it is being edited, stored in this browser from the first change on. An editor that is
 * unmounted because its message is far off screen restores the text when it is mounted again.
 */
export function useEditDraft(userId: string, conversationId: string, messageId: string, original: string): EditDraft {
  const [text, setText] = useState(() => readEdits(userId, conversationId).get(messageId) ?? original);
  const latestTextRef = useRef(text);
  const write = useDebouncedCallback(
    () => {
      const isChanged = latestTextRef.current !== original;
      writeEdit(userId, conversationId, messageId, isChanged ? latestTextRef.current : null);
    },
    { delay: writeDelayMs, flushOnUnmount: true },
  );
  useEffect(() => {
    // `write.flush` is a new function after each call.
    const flush = () => write.flush();
    addEventListener("pagehide", flush);
    return () => removeEventListener("pagehide", flush);
  }, [write]);
  return {
    text,
    setText: (next) => {
      latestTextRef.current = next;
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
