import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { onUserValueChanged, readUserValue, writeUserValue } from "./userStorage.ts";

/** A value that each person has in this browser, the same in all tabs. */
export interface StoredValue<T> {
  /** Returns the same object until the value changes, as React requires. */
  read(userId: string): T;
  write(userId: string, value: T): void;
  /** Calls `listener` when the value changes, here or in another tab. Returns the unsubscribe function. */
  subscribe(userId: string, listener: () => void): () => void;
}

/** `initial` is also read in place of a stored value that does not have the schema. */
export function createStoredValue<T>(key: string, schema: z.ZodMiniType<T>, initial: T): StoredValue<T> {
  const listeners = new Set<() => void>();
  let last: { text: string | null; value: T } = { text: null, value: initial };
  const parse = (text: string): T => {
    try {
      return z.parse(schema, JSON.parse(text));
    } catch {
      return initial; // Written by another version, or by hand.
    }
  };
  return {
    read(userId) {
      const text = readUserValue(userId, key);
      if (text !== last.text) last = { text, value: text === null ? initial : parse(text) };
      return last.value;
    },
    write(userId, value) {
      writeUserValue(userId, key, JSON.stringify(value));
      for (const listener of listeners) listener();
    },
    subscribe(userId, listener) {
      listeners.add(listener);
      const stop = onUserValueChanged(userId, key, listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}

/** Returns a person's value. The component renders again when it changes. */
export function useStoredValue<T>({ read, subscribe }: StoredValue<T>, userId: string): T {
  const get = () => read(userId);
  return useSyncExternalStore((listener) => subscribe(userId, listener), get, get);
}
