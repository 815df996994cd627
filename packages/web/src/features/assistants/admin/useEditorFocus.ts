import { useEffect, useEffectEvent } from "react";
import { focusDraftField } from "../editor/focusDraftField.ts";
import { takeRequestedField, useRequestedField } from "../editor/requestedField.ts";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";

/** Moves the focus into an editor that opens, and in an open one to a field that is requested. */
export function useEditorFocus({ assistantId, focusField }: AssistantEditor): void {
  const take = useEffectEvent(() => (assistantId === null ? null : takeRequestedField(assistantId)));
  const focusRequested = useEffectEvent(() => {
    const field = take();
    if (field) focusField(field);
  });
  useEffect(() => {
    focusDraftField(take() ?? "name");
    return useRequestedField.subscribe(() => focusRequested());
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new assistant that is saved loses the choice of a copy, which may have had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) focusDraftField("name");
  }, [assistantId]);
}
