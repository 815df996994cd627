/** The state of the list of suggestions; `index` is null until an arrow key has been pressed. */
export interface ListPosition {
  isOpen: boolean;
  index: number | null;
}

export type FieldKeyAction =
  | { type: "move"; index: number }
  | { type: "choose"; index: number }
  /** Adds the typed text. */
  | { type: "add" }
  | { type: "close" }
  | { type: "focusEntries" }
  /** The key does nothing. Enter would submit the form, although the person may want to enter more people. */
  | { type: "ignore" }
  /** The key has its usual effect. */
  | { type: "none" };

/** Decides what a key does in the field for people. Pure. */
export function toFieldKeyAction(
  key: string,
  { text, count, list }: { text: string; count: number; list: ListPosition },
): FieldKeyAction {
  const isOpen = list.isOpen && count > 0;
  switch (key) {
    case "ArrowDown":
      if (count === 0) return { type: "none" };
      return { type: "move", index: isOpen && list.index !== null ? (list.index + 1) % count : 0 };
    case "ArrowUp":
      if (count === 0) return { type: "none" };
      return { type: "move", index: isOpen && list.index !== null ? (list.index + count - 1) % count : count - 1 };
    case "Enter":
      if (isOpen && list.index !== null) return { type: "choose", index: list.index };
      return { type: text.trim() === "" ? "ignore" : "add" };
    case "Escape":
      return { type: isOpen ? "close" : "none" };
    case "Backspace":
      return { type: text === "" ? "focusEntries" : "none" };
    default:
      return { type: "none" };
  }
}
