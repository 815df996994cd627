import { lazy } from "../../lib/preload/lazy.ts";
import type { FenceContribution } from "../../ui/markdown/fences/fenceContributions.ts";

/**
 * Components that show the code blocks of additional languages. `ui/markdown` itself shows drawings, expanders and
 * JSON.
 */
export const fences: readonly FenceContribution[] = [
  {
    languages: ["assistant"],
    Component: lazy(() =>
      import("../../features/assistants/chat/offer/AssistantFence.tsx").then(({ AssistantFence }) => ({
        default: AssistantFence,
      })),
    ),
  },
];
