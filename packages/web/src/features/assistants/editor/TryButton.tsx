import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/**
 * Shows the trial chat of the draft, which has its own way back. It stands beside the button that saves, where it is always
 * in reach, once there is something to try.
 */
export function TryButton({ editor }: { editor: AssistantEditor }) {
  const { isTrying, setTrying, tryButtonRef, lossReason, assistantId, draftState, documents } = editor;
  const isEmpty = draftState.draft.instructions.trim() === "" && documents.all.length === 0;
  if (isTrying || (assistantId === null && isEmpty)) return null;
  return (
    <Button
      ref={tryButtonRef}
      data-tries
      variant="default"
      leftSection={<IconMessageQuestion size={16} aria-hidden />}
      disabled={lossReason !== null}
      onClick={() => setTrying(true)}
    >
      {t`Try it`}
    </Button>
  );
}
