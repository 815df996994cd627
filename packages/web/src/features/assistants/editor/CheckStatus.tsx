import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconListCheck } from "@tabler/icons-react";
import classes from "./Editor.module.css";
import { formatOpenChecks, useChecks } from "./fields/useChecks.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/** The state of the checklist, beside the button that saves. Leads to the open points. */
export function CheckStatus({ editor }: { editor: AssistantEditor }) {
  const checks = useChecks(editor);
  const Icon = checks.isBeginning ? IconListCheck : IconAlertTriangle;
  if (editor.lossReason !== null) return null;
  return (
    // The same element in both states, so that each change is announced.
    <span className={classes.checkStatus} role="status">
      {checks.openChecks.length > 0 ? (
        <Button
          className={classes.openChecks}
          data-calm={checks.isBeginning || undefined}
          variant="subtle"
          leftSection={<Icon size={16} stroke={1.8} className={classes.open} aria-hidden />}
          onClick={() => editor.focusField("openChecks")}
        >
          {formatOpenChecks(checks)}
        </Button>
      ) : (
        <>
          <IconCheck size={16} stroke={2} className={classes.ready} aria-hidden />
          {t`Ready`}
        </>
      )}
    </span>
  );
}
