import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus, IconRobot, IconUsersGroup } from "@tabler/icons-react";
import {
  type AssistantAdminRoute,
  newAssistant,
  openAssistantAdmin,
} from "../../../entities/shell/assistantAdminRoute.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./Admin.module.css";

interface AdminHeadProps {
  groups: readonly Group[];
  group: Group;
  tab: AssistantAdminRoute["tab"];
  /** True if what is below has a button that is more likely to be pressed. */
  isCreateSecondary: boolean;
  onCreateGroup: (() => void) | null;
}

/** No group has this id: ids contain an underscore. */
const createGroupValue = "+";

/** The group selector and what can be done in the group. */
export function AdminHead({ groups, group, tab, isCreateSecondary, onCreateGroup }: AdminHeadProps) {
  const shownGroups = groups.some(({ id }) => id === group.id) ? groups : [group, ...groups];
  return (
    <div className={classes.head}>
      <SelectField
        className={classes.groupField ?? ""}
        aria-label={t`Group`}
        value={group.id}
        choices={[
          ...shownGroups.map(({ id, name }) => ({ value: id, label: name })),
          ...(onCreateGroup ? [{ value: createGroupValue, label: t`+ Create New Group` }] : []),
        ]}
        onChange={(choice) => {
          if (choice !== createGroupValue) openAssistantAdmin({ groupId: choice, tab });
          else onCreateGroup?.();
        }}
      />
      <Button
        variant={tab === "edit_assistant" ? "light" : "default"}
        aria-current={tab === "edit_assistant" ? "page" : undefined}
        leftSection={<IconRobot size={16} aria-hidden />}
        onClick={() => openAssistantAdmin({ groupId: group.id })}
      >
        {t`Assistants`}
      </Button>
      <Button
        variant={tab === "group" ? "light" : "default"}
        aria-current={tab === "group" ? "page" : undefined}
        leftSection={<IconUsersGroup size={16} aria-hidden />}
        onClick={() => openAssistantAdmin({ groupId: group.id, tab: "group" })}
      >
        {t`Group Management`}
      </Button>
      <Button
        className={classes.create ?? ""}
        variant={isCreateSecondary ? "default" : "filled"}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => openAssistantAdmin({ groupId: group.id, assistantId: newAssistant })}
      >
        {t`Create Assistant`}
      </Button>
    </div>
  );
}
