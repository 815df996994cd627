import * as z from "zod/mini";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";
import { type AssistantChoice, assistantChoices } from "./assistantChoice.ts";

const key = "assistantChoices";
/** The choices that are stored. Older ones are dropped, because most of them have been answered. */
const maxStored = 20;

const StoredChoices = z.record(
  z.string(),
  z.object({ assistantId: z.nullable(z.string()), afterId: z.nullable(z.string()) }),
);

/**
 * Restores the choices that this browser has stored, as it stores drafts, and stores those that the person makes from now
 * on. Returns the function that ends this.
 */
export function connectStoredChoices(userId: string): () => void {
  assistantChoices.setState(readStoredChoices(userId));
  return assistantChoices.subscribe((choices, before) => {
    for (const [id, choice] of Object.entries(choices)) if (choice !== before[id]) store(userId, id, choice);
  });
}

export const removeStoredAssistantChoices = (userId: string): void => writeUserValue(userId, key, null);

function store(userId: string, conversationId: string, choice: AssistantChoice): void {
  // Another tab may have chosen others since they were read.
  const others = Object.entries(readStoredChoices(userId)).filter(([id]) => id !== conversationId);
  // Without messages, no assistant is what a conversation has anyway.
  const isDefault = choice.assistantId === null && choice.afterId === null;
  const stored = [...others, ...(isDefault ? [] : [[conversationId, choice]])].slice(-maxStored);
  writeUserValue(userId, key, stored.length === 0 ? null : JSON.stringify(Object.fromEntries(stored)));
}

function readStoredChoices(userId: string): Readonly<Record<string, AssistantChoice>> {
  try {
    return z.parse(StoredChoices, JSON.parse(readUserValue(userId, key) ?? "{}"));
  } catch {
    // The stored text is damaged: start without choices.
    return {};
  }
}
