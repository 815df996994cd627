import type { FenceContribution } from "../../ui/markdown/fences/fenceContributions.ts";

/** Components for the code blocks of further languages. Drawings, expanders and JSON are part of `ui/markdown`. */
export const fences: readonly FenceContribution[] = [];
