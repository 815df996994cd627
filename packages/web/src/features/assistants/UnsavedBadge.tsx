import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useHasAssistantDraft } from "../../entities/assistants/assistantDrafts.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import classes from "./UnsavedBadge.module.css";

interface UnsavedBadgeProps {
  assistant: AssistantSummary;
  /** True where there is only space for an icon. */
  isIcon?: boolean;
}

/** Says that this browser has changes of the assistant that were not saved. */
export function UnsavedBadge({ assistant: { assistantId, noEdit }, isIcon = false }: UnsavedBadgeProps) {
  const { user } = useWorkspace();
  const hasDraft = useHasAssistantDraft(user.id, assistantId);
  if (!hasDraft || noEdit) return null;
  if (!isIcon) return <span className={classes.badge}>{t`Unsaved draft`}</span>;
  return (
    <span className={classes.icon} title={t`Unsaved draft`}>
      <IconPencil size={14} stroke={1.8} aria-hidden />
      <VisuallyHidden>{t`Unsaved draft`}</VisuallyHidden>
    </span>
  );
}
