import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SendOutcome } from "../../../entities/chat/runs/activeRun.ts";
import { storedDraftName } from "../../../entities/chat/sending/draftTexts.ts";
import { onUserValueRemoved, readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Puts a text behind what is there. */
  add: (text: string) => void;
  /** Empties the field while a text is on its way. It is forgotten only when the server or the conversation has it. */
  send: (delivery: Promise<SendOutcome>) => void;
}

const writeDelayMs = 300;

/**
 * The text that is being typed, kept in this browser under `draft:{key}` for its person, so that neither a reload nor a
 * sign-out loses it. `lastUserText`: the last message of the conversation; the same text is no draft any more.
 */
export function useDraft(userId: string, key: string, lastUserText: string | null): Draft {
  const name = storedDraftName(key);
  const [text, setText] = useState(() => {
    const stored = readUserValue(userId, name) ?? "";
    return stored === lastUserText ? "" : stored;
  });
  const latest = useRef(text);
  // A new conversation gets a name of its own while its first message is on its way.
  const latestName = useRef(name);
  useLayoutEffect(() => {
    latestName.current = name;
  }, [name]);
  const isSending = useRef(false);
  const write = useDebouncedCallback(
    () => {
      // What is on its way stands in the place until it has arrived.
      if (!isSending.current) writeUserValue(userId, latestName.current, latest.current || null);
    },
    { delay: writeDelayMs, flushOnUnmount: true },
  );
  // Tabs share the place of a new conversation's draft: what this one shows outlives what another one writes or removes there.
  useEffect(() => {
    const store = () => {
      if (!isSending.current && latest.current !== "") writeUserValue(userId, latestName.current, latest.current);
    };
    const stopListening = onUserValueRemoved(userId, name, store);
    return () => {
      stopListening();
      store();
    };
  }, [userId, name]);
  useEffect(() => {
    // `write.flush` is another function after each call.
    const flush = () => write.flush();
    addEventListener("pagehide", flush);
    return () => removeEventListener("pagehide", flush);
  }, [write]);

  const show = (next: string) => {
    latest.current = next;
    setText(next);
  };
  const send = (delivery: Promise<SendOutcome>) => {
    const sent = latest.current;
    isSending.current = true;
    // A write that still waits would find the field empty, and take away what only the place has if the server refuses.
    write.cancel();
    writeUserValue(userId, name, sent);
    show("");
    void delivery.then((outcome) => {
      isSending.current = false;
      if (outcome === "returned") show([sent, latest.current].filter((part) => part !== "").join("\n\n"));
      const remaining = outcome === "unsent" ? latest.current || sent : latest.current;
      if (latestName.current !== name) writeUserValue(userId, name, null);
      writeUserValue(userId, latestName.current, remaining || null);
    });
  };
  const setTextNow = (next: string) => {
    show(next);
    write();
  };
  return {
    text,
    setText: setTextNow,
    add: (more) => setTextNow([latest.current, more].filter((part) => part !== "").join("\n\n")),
    send,
  };
}
