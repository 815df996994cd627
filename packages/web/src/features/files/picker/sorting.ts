import type { FileSort } from "@lectern/contract";

export interface Sorting {
  sortIndex: FileSort;
  forwardScan: boolean;
}
