/** The props of the field that selects a model. `features/models` implements the field; chat and prompts show it. */
export interface ModelSelectorProps {
  /** The id of the chosen model. */
  value: string | null;
  onChange: (modelId: string) => void;
  /** Models to hide, unless they are selected. */
  hiddenIds?: readonly string[];
  disabled?: boolean;
}
