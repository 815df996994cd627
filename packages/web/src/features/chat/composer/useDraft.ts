import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SendOutcome } from "../../../entities/chat/runs/activeRun.ts";
import { getSettledDraftKey, getStoredDraftName, joinDraftTexts } from "../../../entities/chat/sending/draftTexts.ts";
import { returnDraft } from "../../../entities/chat/sending/returnedDrafts.ts";
import { onUserValueRemoved, readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Appends text. */
  add: (text: string) => void;
  /**
   * Clears the field while its text is being sent. The stored text is deleted only after the server has accepted the
   * message or the conversation contains it.
   */
  send: (conversationId: string, delivery: Promise<SendOutcome>) => void;
}

const writeDelayMs = 300;

/** By person and storage name, the texts that are being sent. Another field with the same name starts without them. */
const sendingTexts = new Map<string, string>();

/**
 * By person and storage name, the texts that are not stored yet. A field that replaces another one, for example in
 * another language, is rendered before the other one can store its text.
 */
const unstoredTexts = new Map<string, string>();

/**
 * The text that is being typed, stored in this browser under `draft:{key}` for the person, so that it survives a reload
 * and a sign-out. `lastUserText`: the last user message of the conversation. A stored draft with the same text was
 * already sent, so the field starts empty.
 */
export function useDraft(userId: string, key: string, lastUserText: string | null): Draft {
  const storageName = getStoredDraftName(key);
  const [text, setText] = useState(() => {
    const stored = unstoredTexts.get(`${userId} ${storageName}`) ?? readUserValue(userId, storageName) ?? "";
    return stored === lastUserText || stored === sendingTexts.get(`${userId} ${storageName}`) ? "" : stored;
  });
  const latestTextRef = useRef(text);
  // A new conversation gets its own storage name while its first message is being sent.
  const latestStorageNameRef = useRef(storageName);
  useLayoutEffect(() => {
    latestStorageNameRef.current = storageName;
  }, [storageName]);
  const isSendingRef = useRef(false);
  const isMountedRef = useRef(false);
  useEffect(() => {
    isMountedRef.current = true;
    return () => {
      isMountedRef.current = false;
      // The conversation contains the text that is being sent. What was typed after it must not be lost.
      if (isSendingRef.current) storeText(userId, latestStorageNameRef.current, latestTextRef.current || null);
    };
  }, [userId]);
  const write = useDebouncedCallback(
    () => {
      // Until the outcome is known, the stored draft must remain the text that is being sent.
      if (!isSendingRef.current) storeText(userId, latestStorageNameRef.current, latestTextRef.current || null);
    },
    { delay: writeDelayMs, flushOnUnmount: true },
  );
  // Tabs share the stored draft of a new conversation. If another tab removes it, store this tab's text again.
  useEffect(() => {
    const storeLatest = () => {
      if (!isSendingRef.current && latestTextRef.current !== "")
        storeText(userId, latestStorageNameRef.current, latestTextRef.current);
    };
    const stopListening = onUserValueRemoved(userId, storageName, storeLatest);
    return () => {
      stopListening();
      storeLatest();
      // The text now belongs to another draft. A text that is being sent stays until the outcome is known.
      if (!isSendingRef.current && latestStorageNameRef.current !== storageName) storeText(userId, storageName, null);
    };
  }, [userId, storageName]);
  useEffect(() => {
    // `write.flush` is a new function after each call.
    const flush = () => write.flush();
    addEventListener("pagehide", flush);
    return () => removeEventListener("pagehide", flush);
  }, [write]);

  const showText = (next: string) => {
    latestTextRef.current = next;
    setText(next);
  };
  const send = (conversationId: string, delivery: Promise<SendOutcome>) => {
    const sentText = latestTextRef.current;
    isSendingRef.current = true;
    // A pending write would delete the stored text, which is still needed if the server rejects the message.
    write.cancel();
    storeText(userId, storageName, sentText);
    const sendingKey = `${userId} ${storageName}`;
    sendingTexts.set(sendingKey, sentText);
    showText("");
    void delivery.then((outcome) => {
      isSendingRef.current = false;
      if (sendingTexts.get(sendingKey) === sentText) sendingTexts.delete(sendingKey);
      // Another conversation was opened. Another field may have the stored text now.
      if (!isMountedRef.current) return settleUnmounted(sentText, conversationId, outcome);
      if (outcome === "returned") showText(joinDraftTexts(sentText, latestTextRef.current));
      const remainingText = outcome === "unsent" ? latestTextRef.current || sentText : latestTextRef.current;
      // The documents get the same key.
      const settledName = getStoredDraftName(getSettledDraftKey(key, conversationId, outcome));
      if (settledName !== storageName) storeText(userId, storageName, null);
      storeText(userId, settledName, remainingText || null);
    });
  };
  const settleUnmounted = (sentText: string, conversationId: string, outcome: SendOutcome) => {
    const settledKey = getSettledDraftKey(key, conversationId, outcome);
    if (readUserValue(userId, storageName) === sentText) storeText(userId, storageName, null);
    if (outcome === "returned") returnDraft(userId, { conversationId, text: sentText }, settledKey);
    // If the page is reloaded, the conversation no longer contains the message.
    if (outcome === "unsent" && readUserValue(userId, getStoredDraftName(settledKey)) === null)
      storeText(userId, getStoredDraftName(settledKey), sentText);
  };
  const setTextNow = (next: string) => {
    showText(next);
    unstoredTexts.set(`${userId} ${latestStorageNameRef.current}`, next);
    write();
  };
  return {
    text,
    setText: setTextNow,
    add: (more) => setTextNow(joinDraftTexts(latestTextRef.current, more)),
    send,
  };
}

function storeText(userId: string, storageName: string, text: string | null): void {
  unstoredTexts.delete(`${userId} ${storageName}`);
  writeUserValue(userId, storageName, text);
}
