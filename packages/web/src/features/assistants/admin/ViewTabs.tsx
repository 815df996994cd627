import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconChartBar, IconMessages, IconRobot, IconUsersGroup } from "@tabler/icons-react";
import { type AssistantAdminTab, openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { moveTabFocus } from "../../../ui/focus/moveTabFocus.ts";
import classes from "./Admin.module.css";

interface ViewTabsProps {
  group: Group;
  tab: AssistantAdminTab;
  panelId: string;
}

/** The views of a group in the Assistant Admin Interface. The one that is shown leads back from an editor to the list. */
export function ViewTabs({ group, tab, panelId }: ViewTabsProps) {
  const views = [
    { view: "dashboard", Icon: IconChartBar, name: t`Dashboard` },
    ...(group.supportConvAnalysis
      ? [
          {
            view: "conversations",
            Icon: IconMessages,
            name: t({ message: "Conversations", context: "analysis" }),
          } as const,
        ]
      : []),
    { view: "edit_assistant", Icon: IconRobot, name: t`Assistants` },
    { view: "group", Icon: IconUsersGroup, name: t`Group Management` },
  ] as const;
  return (
    <div className={classes.views} role="tablist" aria-label={t`View`} onKeyDown={moveTabFocus}>
      {views.map(({ view, Icon, name }) => (
        <UnstyledButton
          key={view}
          role="tab"
          className={classes.view}
          aria-selected={view === tab}
          aria-controls={panelId}
          tabIndex={view === tab ? 0 : -1}
          onClick={() => openAssistantAdmin({ groupId: group.id, tab: view })}
        >
          <Icon size={16} stroke={1.8} aria-hidden />
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}
