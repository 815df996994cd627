import { useEffect } from "react";
import { focusDraftField } from "../editor/focusDraftField.ts";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";

/** Moves the focus into an editor that opens. */
export function useEditorFocus({ assistantId }: AssistantEditor): void {
  useEffect(() => {
    focusDraftField("name");
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new assistant that is saved loses the choice of a copy, which may have had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) focusDraftField("name");
  }, [assistantId]);
}
