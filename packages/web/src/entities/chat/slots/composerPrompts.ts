import type { PromptTemplate } from "@lectern/contract";
import type { ComponentType } from "react";
import type { Said } from "../sending/said.ts";
import type { SlashListProps } from "./slashList.ts";

/** What the person's prompts add to the message field. */
export interface ComposerPrompts {
  /** What a slash opens over the field. The same component at every draw; loaded when it is first drawn. */
  SlashList: ComponentType<SlashListProps<PromptTemplate>>;
  /**
   * The text of a prompt, its variables filled; asks the person where it has any. Its documents are in the field's draft by then.
   * Null: the person thought better of it.
   */
  fill(prompt: PromptTemplate): Promise<Said | null>;
}
