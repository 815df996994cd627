import type { Appearance } from "@lectern/contract";

/** The props of the fields of an institution's look and words. */
export interface AppearanceFieldsProps {
  appearance: Appearance;
  /** True if the server's environment sets the field. */
  isLocked: (name: keyof Appearance) => boolean;
  change: (changes: Partial<Appearance>) => void;
}
