/** A field that chooses a model. `features/models` draws it; the chat and the prompts show it. */
export interface ModelSelectorProps {
  /** The id of the chosen model. */
  value: string | null;
  onChange: (modelId: string) => void;
  /** Models that are not offered, unless one of them is the chosen one. */
  hiddenIds?: readonly string[];
  disabled?: boolean;
}
