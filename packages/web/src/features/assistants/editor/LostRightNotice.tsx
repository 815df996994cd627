import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { formatList } from "../../../lib/i18n/formats.ts";
import { toContent } from "./draft/assistantDraft.ts";
import classes from "./Editor.module.css";
import type { AssistantEditor } from "./useAssistantEditor.ts";
import { useSaveElsewhere } from "./useSaveElsewhere.ts";

/** Says why what was written can no longer be saved, and offers to save it as an assistant of the person. */
export function LostRightNotice({ editor, reason }: { editor: AssistantEditor; reason: string }) {
  const content = toContent(editor.draftState.draft, editor.documents.added);
  const { leftOut, saveAsOwn, isCopied, copyAll } = useSaveElsewhere(content, editor);
  const names = formatList(leftOut);
  return (
    <div className={`${classes.notice} ${classes.newer} ${classes.lost}`}>
      <p className={classes.lostText} role="alert">
        {reason}{" "}
        {editor.isChanged &&
          t`Your changes can no longer be saved here. This browser keeps them until you discard them.`}
      </p>
      {editor.isChanged && leftOut.length > 0 && (
        <p className={classes.lostText} role="status">
          {t`These documents will be left out of your own assistant because you can no longer open them: ${names}`}
        </p>
      )}
      {editor.isChanged && (
        <span className={classes.lostActions}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copyAll}
          >
            {isCopied ? t`Copied` : t`Copy everything`}
          </Button>
          <Button size="compact-sm" onClick={saveAsOwn}>
            {t`Save as your own assistant`}
          </Button>
        </span>
      )}
    </div>
  );
}
