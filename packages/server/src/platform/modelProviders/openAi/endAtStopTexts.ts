import type { ModelEvent } from "../modelProvider.ts";

/**
 * Ends an answer before the first of these texts, for a server that cannot do so itself. Text that may be the beginning of
 * one waits for what follows.
 */
export async function* endAtStopTexts(
  batches: AsyncIterable<readonly ModelEvent[]>,
  stopTexts: readonly string[],
): AsyncGenerator<readonly ModelEvent[]> {
  let heldText = "";
  const releaseHeldText = (): ModelEvent[] => {
    const text = heldText;
    heldText = "";
    return text === "" ? [] : [{ type: "text", text }];
  };
  try {
    for await (const batch of batches) {
      const events: ModelEvent[] = [];
      for (const event of batch) {
        if (event.type !== "text") {
          if (event.type !== "usage") events.push(...releaseHeldText());
          events.push(event);
          continue;
        }
        const text = heldText + event.text;
        const end = findFirst(text, stopTexts);
        heldText = end < 0 ? text.slice(text.length - countHeld(text, stopTexts)) : "";
        const shown = text.slice(0, end < 0 ? text.length - heldText.length : end);
        if (shown !== "") events.push({ type: "text", text: shown });
        if (end < 0) continue;
        yield [...events, { type: "finish", reason: "stop" }];
        return;
      }
      if (events.length > 0) yield events;
    }
  } catch (error) {
    const events = releaseHeldText();
    if (events.length > 0) yield events;
    throw error;
  }
}

/** The position of the first of these texts; -1 if there is none. */
function findFirst(text: string, stopTexts: readonly string[]): number {
  const positions = stopTexts.map((stopText) => text.indexOf(stopText)).filter((position) => position >= 0);
  return positions.length === 0 ? -1 : Math.min(...positions);
}

/** The length of the longest end of a text that one of these texts begins with. */
function countHeld(text: string, stopTexts: readonly string[]): number {
  const maxLength = Math.min(text.length, Math.max(...stopTexts.map(({ length }) => length)) - 1);
  for (let length = maxLength; length > 0; length--) {
    if (stopTexts.some((stopText) => stopText.startsWith(text.slice(-length)))) return length;
  }
  return 0;
}
