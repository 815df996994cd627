import { t } from "@lingui/core/macro";
import type { CompileProblem } from "../compile/compileTypes.ts";
import type { PreviewError } from "../previewMessages.ts";
import type { StopReason } from "./openPreview.ts";

/** Describes why an artifact cannot run. `offered`: the specifiers of the libraries that it may import. */
export function describeProblem(
  { kind, detail, file, line }: CompileProblem,
  offered: readonly string[],
): PreviewError {
  return { message: getMessage(kind, detail, offered), file, line };
}

function getMessage(kind: CompileProblem["kind"], detail: string, offered: readonly string[]): string {
  switch (kind) {
    case "syntax":
      return detail;
    case "import": {
      const names = offered.join(", ");
      return t`“${detail}” isn’t available in the preview. Available: ${names}.`;
    }
    case "file":
      return t`The file “${detail}” doesn’t exist in this artifact.`;
    case "cycle":
      return t`“${detail}” is part of a circular import, which the preview can’t run.`;
    case "template":
      return t`The preview compiles Vue templates in .vue files only.`;
    case "style":
      return t`The preview can’t compile styles written in ${detail}.`;
    case "entry":
      return t`The artifact contains nothing that the preview could run.`;
  }
}

export function describeStop(reason: Exclude<StopReason, "neighbour">): string {
  switch (reason) {
    case "hung":
      return t`The preview stopped responding, so it was closed.`;
    case "flood":
      return t`The preview sent too many messages, so it was closed.`;
    case "navigated":
      return t`The preview tried to open another page, so it was closed.`;
    case "load":
      return t`The preview couldn’t be loaded.`;
  }
}
