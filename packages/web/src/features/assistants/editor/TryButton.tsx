import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/** Shows and hides the trial chat of the draft. It stands beside the button that saves, where it is always in reach. */
export function TryButton({ editor: { isTrying, setTrying, tryButtonRef, lossReason } }: { editor: AssistantEditor }) {
  return (
    <Button
      ref={tryButtonRef}
      variant="default"
      leftSection={<IconMessageQuestion size={16} aria-hidden />}
      aria-expanded={isTrying}
      disabled={lossReason !== null && !isTrying}
      onClick={() => setTrying(!isTrying)}
    >
      {t`Try it`}
    </Button>
  );
}
