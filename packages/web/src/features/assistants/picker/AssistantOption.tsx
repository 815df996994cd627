import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconPin } from "@tabler/icons-react";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { getAssistantName } from "../../../entities/assistants/assistantName.ts";
import classes from "./AssistantOption.module.css";

interface AssistantOptionProps {
  assistant: AssistantSummary;
  isPinned: boolean;
}

/** An assistant in a list: its icon, its name and group, and its description in one line. */
export function AssistantOption({ assistant: { icon, name, group, description }, isPinned }: AssistantOptionProps) {
  return (
    <span className={classes.option}>
      <AssistantIcon icon={icon} size={20} />
      <span className={classes.texts}>
        <span className={classes.line}>
          <span className={classes.name} title={name}>
            {getAssistantName(name)}
          </span>
          {group && <span className={classes.group}>{group.name}</span>}
          {isPinned && (
            <>
              <IconPin size={13} stroke={1.6} className={classes.pin} aria-hidden />
              <span className={classes.unseen}>{t`(pinned)`}</span>
            </>
          )}
        </span>
        {description.trim() !== "" && <span className={classes.about}>{description}</span>}
      </span>
    </span>
  );
}
