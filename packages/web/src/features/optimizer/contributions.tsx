import type { ComponentType } from "react";
import type { ComposerToolContribution, ComposerToolProps } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { useModels } from "../../entities/models/useModels.ts";
import type { ContentToolProps } from "../../entities/prompts/promptSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const LazyComposerButton = lazy<ComponentType<ComposerToolProps>>(() =>
  import("./ComposerButton.tsx").then(
    ({ ComposerButton }) => ({ default: ComposerButton }),
    () => ({ default: () => null }),
  ),
);

const LazyEditorButton = lazy<ComponentType<ContentToolProps>>(() =>
  import("./EditorButton.tsx").then(
    ({ EditorButton }) => ({ default: EditorButton }),
    () => ({ default: () => null }),
  ),
);

/** The composer tool that improves the text of the next message. The code is loaded once there is a text. */
export const composerOptimizer: ComposerToolContribution = {
  id: "optimizer",
  EndButton: (props) => useIsOffered(props.text) && <LazyComposerButton {...props} />,
};

/** The tool that improves the content of a prompt in its editor. */
export function ContentOptimizer(props: ContentToolProps) {
  return useIsOffered(props.text) && <LazyEditorButton {...props} />;
}

function useIsOffered(text: string): boolean {
  const isOn = useFlag("promptOptimizer");
  const { hasLanguageModel } = useModels();
  return isOn && hasLanguageModel && text.trim() !== "";
}
