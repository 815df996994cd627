import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import {
  type AssistantAdminTab,
  newAssistant,
  openAssistantAdmin,
} from "../../../entities/shell/assistantAdminRoute.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./Admin.module.css";
import { ViewTabs } from "./ViewTabs.tsx";

interface AdminHeadProps {
  groups: readonly Group[];
  group: Group;
  tab: AssistantAdminTab;
  panelId: string;
  /** True while a new assistant is edited, whose form has the choice of its group. Nothing else can be created then. */
  isCreating: boolean;
  /** True if what is below has a button that is more likely to be pressed. */
  isCreateSecondary: boolean;
  onCreateGroup: (() => void) | null;
}

/** No group has this id: ids contain an underscore. */
const createGroupValue = "+";

/** The group selector, the views of the group, and the button that creates an assistant in it. */
export function AdminHead({
  groups,
  group,
  tab,
  panelId,
  isCreating,
  isCreateSecondary,
  onCreateGroup,
}: AdminHeadProps) {
  const shownGroups = groups.some(({ id }) => id === group.id) ? groups : [group, ...groups];
  return (
    <div className={classes.head}>
      {!isCreating && (
        <SelectField
          className={classes.groupChoice ?? ""}
          aria-label={t`Group`}
          value={group.id}
          choices={[
            ...shownGroups.map(({ id, name }) => ({ value: id, label: name })),
            ...(onCreateGroup ? [{ value: createGroupValue, label: t`+ Create New Group` }] : []),
          ]}
          onChange={(choice) => {
            if (choice === createGroupValue) return onCreateGroup?.();
            const isAnalysed = shownGroups.some(({ id, supportConvAnalysis }) => id === choice && supportConvAnalysis);
            const canKeepTab = isAnalysed || tab === "edit_assistant" || tab === "group";
            openAssistantAdmin({ groupId: choice, tab: canKeepTab ? tab : null });
          }}
        />
      )}
      <ViewTabs group={group} tab={tab} panelId={panelId} />
      {!isCreating && (
        <Button
          className={classes.create ?? ""}
          variant={isCreateSecondary ? "default" : "filled"}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => openAssistantAdmin({ groupId: group.id, assistantId: newAssistant })}
        >
          {t`Create Assistant`}
        </Button>
      )}
    </div>
  );
}
