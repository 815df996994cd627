import type { ComponentType, Ref } from "react";

/**
 * The handle through which the message field passes key presses to the list that a slash opens; the focus stays in the
 * field.
 */
export interface SlashListHandle {
  /** Handles a key press. Returns false if the list does not use the key or has nothing to choose. */
  press(key: string): boolean;
}

/** The props of the list that a slash opens over the message field. */
export interface SlashListProps<Choice> {
  /** The text after the slash. */
  query: string;
  listId: string;
  handleRef: Ref<SlashListHandle>;
  /** Called with the id of the active option; null: none. Must be the same function at every render. */
  onActive: (id: string | null) => void;
  onChoose: (choice: Choice) => void;
}

/** A list that a character opens over the message field. */
export interface SlashListContribution<Choice> {
  /** A lazy component. */
  Component: ComponentType<SlashListProps<Choice>>;
  /** Loads the code of the component, so that the list opens at once. */
  load: () => Promise<unknown>;
}
