/** The props of the field that selects a model. `features/models` implements the field; chat and prompts show it. */
export interface ModelSelectorProps {
  /** The id of the chosen model. */
  value: string | null;
  onChange: (modelId: string) => void;
  /** The ids of the models to hide. A selected model is always shown. */
  hiddenIds?: readonly string[];
  disabled?: boolean;
}
