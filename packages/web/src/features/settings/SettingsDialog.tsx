import type { UserSettings } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasAnyFlag } from "../../entities/flags/hasAnyFlag.ts";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { useModels } from "../../entities/models/useModels.ts";
import type { SettingsSection, SettingsTabId } from "../../entities/settings/settingsSection.ts";
import { changeUserSettings, useUserSettings } from "../../entities/settings/userSettings.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./SettingsDialog.module.css";
import { useUnsavedSettings } from "./useUnsavedSettings.ts";

interface SettingsDialogProps extends DialogProps {
  sections: readonly SettingsSection[];
  /** The tab that is shown when the dialog opens; absent: the one that was shown last. */
  tab?: string;
}

/**
 * The person's own settings. Each change takes effect and is saved at once, unless a section reports a problem with it:
 * the change is then shown with the problem, and saved with the change that solves it.
 */
export function SettingsDialog({ isOpen, onClose, sections, tab }: SettingsDialogProps) {
  const { user } = useWorkspace();
  const settings = useUserSettings(user.id);
  const models = useModels();
  const { data: flags } = useQuery(flagsQuery);
  const { unsavedChanges, setUnsavedChanges, markSaved } = useUnsavedSettings(user.id, isOpen);
  const [openTab, setOpenTab] = useState<string | null>(tab ?? null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen && tab !== undefined) setOpenTab(tab);
  }
  const visibleSections = sections.filter((section) => hasAnyFlag(flags, section.flags));
  const tabs = [...new Set(visibleSections.map(({ tab }) => tab))];
  const activeTab = tabs.find((each) => each === openTab) ?? tabs[0];
  const shownSettings: UserSettings = { ...settings, ...unsavedChanges };
  const findProblem = ({ findProblem: find }: SettingsSection, changed: UserSettings) =>
    find?.(changed, modelsOf(models)) ?? null;
  const change = async (newChanges: Partial<UserSettings>) => {
    const isValid = (changes: Partial<UserSettings>) =>
      visibleSections.every((section) => findProblem(section, { ...settings, ...changes }) === null);
    const allChanges = { ...unsavedChanges, ...newChanges };
    const areAllValid = isValid(allChanges);
    const areNewValid = areAllValid || isValid(newChanges);
    setUnsavedChanges(areAllValid ? {} : areNewValid ? unsavedChanges : allChanges);
    if (!areNewValid) return;
    // If the server rejects the settings, `useSyncSettings` shows a notice, and they remain stored in this browser.
    const isSaved = await changeUserSettings(user.id, areAllValid ? allChanges : newChanges);
    if (isSaved && Object.keys(allChanges).some((name) => !seenAtOnce.has(name))) markSaved();
  };
  return (
    <Modal isOpen={isOpen} title={t`Settings`} onClose={onClose}>
      <Tabs
        value={activeTab ?? null}
        onChange={setOpenTab}
        keepMounted={false}
        classNames={{ list: tabClasses.list, tab: tabClasses.tab, panel: classes.panel }}
      >
        <Tabs.List>
          {tabs.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {getTabLabel(id)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((id) => (
          <Tabs.Panel key={id} value={id}>
            {visibleSections
              .filter((section) => section.tab === id)
              .map((section) => (
                <section.Component
                  key={section.id}
                  settings={shownSettings}
                  problem={findProblem(section, shownSettings)}
                  onChange={(changes) => void change(changes)}
                />
              ))}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}

/** The settings whose change the whole page shows, so that no notice has to. */
const seenAtOnce: ReadonlySet<string> = new Set<keyof UserSettings>(["theme", "usesSystemTheme"]);

function getTabLabel(id: SettingsTabId): string {
  switch (id) {
    case "general":
      return t`General`;
    case "storage":
      return t`Chat storage`;
    case "legacyWorkspaces":
      return t`Legacy Workspaces`;
    default:
      return id satisfies never;
  }
}

const modelsOf = (models: ReturnType<typeof useModels>) => ({
  models: models.models,
  defaultId: models.default?.id ?? null,
});
