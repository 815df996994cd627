import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { getAssistantName } from "../../../entities/assistants/assistantName.ts";
import { formatAssistantOwner } from "../../../entities/assistants/assistantOwner.ts";
import classes from "./AssistantOption.module.css";

interface AssistantOptionProps {
  assistant: AssistantSummary;
  isPinned: boolean;
}

/** An assistant in a list: its icon, its name and whose it is, and its description in one line. */
export function AssistantOption({ assistant, isPinned }: AssistantOptionProps) {
  const { icon, name, description } = assistant;
  const owner = formatAssistantOwner(assistant);
  return (
    <span className={classes.option}>
      <AssistantIcon icon={icon} size={20} />
      <span className={classes.texts}>
        <span className={classes.line}>
          <span className={classes.name} dir="auto" title={name}>
            {getAssistantName(name)}
          </span>
          {owner !== null && <span className={classes.group}>{owner}</span>}
          {isPinned && (
            <>
              <IconPin size={13} stroke={1.6} className={classes.pin} aria-hidden />
              <VisuallyHidden>{t`(pinned)`}</VisuallyHidden>
            </>
          )}
        </span>
        {description.trim() !== "" && (
          <span className={classes.about} dir="auto">
            {description}
          </span>
        )}
      </span>
    </span>
  );
}
