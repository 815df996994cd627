import { t } from "@lingui/core/macro";
import type { HighlightMode } from "./highlightStore.ts";

/** The names are exactly as specified. */
export function getModeLabel(mode: HighlightMode): string {
  switch (mode) {
    case "prompt":
      return t`Prompt`;
    case "fastEdit":
      return t`Fast Edit`;
    case "composite":
      return t`Composite`;
  }
}

/** What the person writes in each mode. */
export function getRequestLabel(mode: HighlightMode): string {
  switch (mode) {
    case "prompt":
      return t`Ask about this part`;
    case "fastEdit":
      return t`How should this part change?`;
    case "composite":
      return t`What should be written at the marked place?`;
  }
}
