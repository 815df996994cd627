import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import classes from "./Editor.module.css";
import { formatOpenChecks, useChecks } from "./fields/useChecks.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/** The state of the checklist, beside the button that saves. Leads to the first open point. */
export function CheckStatus({ editor }: { editor: AssistantEditor }) {
  const { openChecks } = useChecks(editor);
  const [first] = openChecks;
  if (editor.lossReason !== null) return null;
  return (
    // The same element in both states, so that each change is announced.
    <span className={classes.checkStatus} role="status">
      {first ? (
        <Button
          className={classes.openChecks}
          variant="subtle"
          leftSection={<IconAlertTriangle size={16} className={classes.open} aria-hidden />}
          onClick={() => editor.focusField(first.field)}
        >
          {formatOpenChecks(openChecks.length)}
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
