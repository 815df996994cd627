import { lazy } from "../../lib/preload/lazy.ts";
import type { FenceContribution } from "../../ui/markdown/fences/fenceContributions.ts";

/**
 * Components that show the code blocks of additional languages. `ui/markdown` itself shows drawings, expanders and
 * JSON.
 */
export const fences: readonly FenceContribution[] = [
  {
    languages: ["autoartifacts"],
    Component: lazy(() =>
      import("../../features/artifacts/message/ArtifactFence.tsx").then(({ ArtifactFence }) => ({
        default: ArtifactFence,
      })),
    ),
  },
  {
    languages: ["apikey"],
    Component: lazy(() =>
      import("../../features/apiKeys/fences/ApiKeyFence.tsx").then(({ ApiKeyFence }) => ({ default: ApiKeyFence })),
    ),
  },
  {
    languages: ["apidoc"],
    Component: lazy(() =>
      import("../../features/apiKeys/fences/ApiDocFence.tsx").then(({ ApiDocFence }) => ({ default: ApiDocFence })),
    ),
  },
  {
    languages: ["assistant"],
    Component: lazy(() =>
      import("../../features/assistants/chat/offer/AssistantFence.tsx").then(({ AssistantFence }) => ({
        default: AssistantFence,
      })),
    ),
  },
  {
    languages: ["op"],
    Component: lazy(() =>
      import("../../features/assistants/chat/operations/OpFence.tsx").then(({ OpFence }) => ({ default: OpFence })),
    ),
  },
  {
    languages: ["python", "py", "python3"],
    Component: lazy(() =>
      import("../../features/codeInterpreter/block/PythonFence.tsx").then(({ PythonFence }) => ({
        default: PythonFence,
      })),
    ),
  },
];
