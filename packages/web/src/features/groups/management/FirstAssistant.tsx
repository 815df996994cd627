import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { newAssistant, openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { closeDialog } from "../../../entities/shell/dialogs.ts";
import classes from "./GroupManagement.module.css";

/** The first step in a group that has no assistants. Hidden from those who cannot edit assistants of groups. */
export function FirstAssistant({ group: { id: groupId, name } }: { group: Group }) {
  const canEdit = useFlag("assistantAdminInterface");
  if (!canEdit) return null;
  return (
    <section className={classes.first} aria-label={t`“${name}” has no assistants of its own yet`}>
      <div>
        <p className={classes.firstTitle}>{t`“${name}” has no assistants of its own yet`}</p>
        <p
          className={classes.note}
        >{t`Members can chat with an assistant as soon as you publish it. Assistants that were shared with the group are in their lists already.`}</p>
      </div>
      <Button
        variant="default"
        onClick={() => {
          closeDialog();
          openAssistantAdmin({ groupId, assistantId: newAssistant });
        }}
      >
        {t`Create the first assistant`}
      </Button>
    </section>
  );
}
