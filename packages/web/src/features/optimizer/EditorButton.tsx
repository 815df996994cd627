import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import type { ContentToolProps } from "../../entities/prompts/promptSlots.ts";
import classes from "./EditorButton.module.css";
import { useOptimizer } from "./useOptimizer.tsx";

/** The buttons below the content of a prompt that improve it, and undo that. The placeholders stay in the prompt. */
export function EditorButton({ text, setText }: ContentToolProps) {
  const { open, dialog, revert } = useOptimizer({ text, setText });
  return (
    <div className={classes.row}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconWand size={16} stroke={1.6} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t`Optimize prompt`}
      </Button>
      {revert && (
        <Button variant="subtle" size="compact-sm" onClick={revert.run}>
          {revert.kind === "undo" ? t`Undo` : t`Redo`}
        </Button>
      )}
      {dialog}
    </div>
  );
}
