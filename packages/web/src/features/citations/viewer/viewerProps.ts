import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";

export interface ViewerProps {
  /** The passages to browse. */
  passages: readonly DocumentPassage[];
  /** The position in `passages` of the open one. */
  position: number;
}
