import type { Model } from "@lectern/contract";

/** The props of the open list of models. `features/models` implements the list; chat shows it. */
export interface ModelMenuProps {
  position: "bottom-start" | "bottom-end" | "top-start";
  /** The id of the chosen model. */
  value: string | null;
  onChoose: (model: Model) => void;
  /** Called when the list should close, also after a choice. */
  onClose: () => void;
}
