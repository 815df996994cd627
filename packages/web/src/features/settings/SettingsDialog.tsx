import type { UserSettings } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { useModels } from "../../entities/models/useModels.ts";
import type { SettingsSection, SettingsTabId } from "../../entities/settings/settingsSection.ts";
import { changeUserSettings, useUserSettings } from "../../entities/settings/userSettings.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { notifySuccess } from "../../ui/notices/notify.tsx";
import classes from "./SettingsDialog.module.css";
import { useUnsavedSettings } from "./useUnsavedSettings.ts";

interface SettingsDialogProps extends DialogProps {
  sections: readonly SettingsSection[];
  /** The tab that is shown when the dialog opens; absent: the one that was shown last. */
  tab?: string;
}

/** The person's own settings. Nothing changes before Save, except in sections that take effect immediately. */
export function SettingsDialog({ isOpen, onClose, sections, tab }: SettingsDialogProps) {
  const { user } = useWorkspace();
  const settings = useUserSettings(user.id);
  const models = useModels();
  const { data: flags } = useQuery(flagsQuery);
  const { changes, change } = useUnsavedSettings(user.id, isOpen);
  const [isSaving, setIsSaving] = useState(false);
  const [openTab, setOpenTab] = useState<string | null>(tab ?? null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen && tab !== undefined) setOpenTab(tab);
  }
  const visibleSections = sections
    .filter(({ flag }) => flag === undefined || flags?.[flag])
    .map((section) => ({
      ...section,
      problem: section.findProblem?.({ ...settings, ...changes }, modelsOf(models)) ?? null,
    }));
  const tabs = [...new Set(visibleSections.map(({ tab }) => tab))];
  const activeTab = tabs.find((each) => each === openTab) ?? tabs[0];
  const draft: UserSettings = { ...settings, ...changes };
  const canSave = visibleSections.every(({ problem }) => problem === null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const hasSaveButton = visibleSections.some(
    (section) => section.tab === activeTab && section.takesEffectAtOnce !== true,
  );
  const save = async () => {
    if (!canSave) return;
    setIsSaving(true);
    try {
      // If the server rejects the settings, `useSyncSettings` shows a notice, and they remain stored in this browser.
      if (await changeUserSettings(user.id, draft)) notifySuccess(t`Settings saved succsessully`);
    } finally {
      setIsSaving(false);
      onClose();
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Settings`}
      onClose={onClose}
      {...(hasSaveButton ? { onSubmit: () => void save(), submitLabel: t`Save` } : {})}
      isSubmitting={isSaving}
      canSubmit={canSave && isChanged}
    >
      <Tabs
        value={activeTab ?? null}
        onChange={setOpenTab}
        keepMounted={false}
        classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
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
              .map(({ id: sectionId, problem, Component }) => (
                <Component key={sectionId} settings={draft} problem={problem} onChange={change} />
              ))}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}

const getTabLabel = (id: SettingsTabId) => (id === "configurations" ? t`Configurations` : t`Conversation Storage`);

const modelsOf = (models: ReturnType<typeof useModels>) => ({
  models: models.models,
  defaultId: models.default?.id ?? null,
});
