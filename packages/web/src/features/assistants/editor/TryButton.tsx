import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/**
 * Shows the trial chat of the draft, which has its own way back. It stands beside the button that saves, where it is always
 * in reach.
 */
export function TryButton({ editor: { isTrying, setTrying, tryButtonRef, lossReason } }: { editor: AssistantEditor }) {
  if (isTrying) return null;
  return (
    <Button
      ref={tryButtonRef}
      variant="default"
      leftSection={<IconMessageQuestion size={16} aria-hidden />}
      disabled={lossReason !== null}
      onClick={() => setTrying(true)}
    >
      {t`Try it`}
    </Button>
  );
}
