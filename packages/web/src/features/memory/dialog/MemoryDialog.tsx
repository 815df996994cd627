import "@mantine/core/styles/Tabs.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { t } from "@lingui/core/macro";
import { Switch, Tabs } from "@mantine/core";
import { useState } from "react";
import { useMemoryEvents } from "../../../entities/memory/useMemoryEvents.ts";
import { changeUserSettings, useUserSettings } from "../../../entities/settings/userSettings.ts";
import type { DialogParams, DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import tabClasses from "../../../ui/tabs.module.css";
import { DeleteAllMemories } from "../settings/DeleteAllMemories.tsx";
import { AssistantsTab } from "./AssistantsTab.tsx";
import classes from "./MemoryDialog.module.css";
import { ProjectsTab } from "./ProjectsTab.tsx";
import { UserTab } from "./UserTab.tsx";

/** What is remembered about the person, for their projects and for assistants. */
export function MemoryDialog({ isOpen, onClose, tab: firstTab = "user" }: DialogProps & DialogParams["memory"]) {
  const { user } = useWorkspace();
  const { autoExtractsMemories } = useUserSettings(user.id);
  const isNarrow = useIsNarrow();
  const [tab, setTab] = useState<string | null>(firstTab);
  useMemoryEvents();
  return (
    <Modal
      isOpen={isOpen}
      title={t`Memory Management`}
      onClose={onClose}
      width="max(62vw, min(52rem, 90vw))"
      isTaller
      isWide
      status={<DeleteAllMemories />}
    >
      <Tabs
        value={tab}
        onChange={setTab}
        keepMounted={false}
        orientation={isNarrow ? "horizontal" : "vertical"}
        classNames={{
          root: classes.root,
          list: `${tabClasses.list} ${classes.list}`,
          tab: `${tabClasses.tab} ${classes.tab}`,
          tabLabel: classes.label,
          panel: classes.panel,
        }}
      >
        <div className={classes.side}>
          <Tabs.List aria-label={t`Memories`}>
            <Tabs.Tab value="user">{t({ message: "User", context: "tab of memories" })}</Tabs.Tab>
            <Tabs.Tab value="projects">{t`Projects`}</Tabs.Tab>
            <Tabs.Tab value="assistants">{t`Assistants`}</Tabs.Tab>
          </Tabs.List>
          <Switch
            className={classes.switch ?? ""}
            checked={autoExtractsMemories}
            label={t`Auto-extract new memories`}
            onChange={({ currentTarget }) =>
              void changeUserSettings(user.id, { autoExtractsMemories: currentTarget.checked })
            }
          />
        </div>
        <Tabs.Panel value="user">
          <UserTab />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <ProjectsTab />
        </Tabs.Panel>
        <Tabs.Panel value="assistants">
          <AssistantsTab />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
