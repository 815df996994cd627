import type { Ref } from "react";

/** Keys for the list of a slash, while the focus stays in the field. */
export interface SlashListHandle {
  /** Takes a key press. False: it means nothing here, or there is nothing to choose. */
  press(key: string): boolean;
}

/** What the message field and the list that a slash opens over it have to do with each other. */
export interface SlashListProps<Choice> {
  /** What stands behind the slash. */
  query: string;
  listId: string;
  handleRef: Ref<SlashListHandle>;
  /** Hears the id of the element that would be chosen; null: there is none. The same function at every draw. */
  onActive: (id: string | null) => void;
  onChoose: (choice: Choice) => void;
}
