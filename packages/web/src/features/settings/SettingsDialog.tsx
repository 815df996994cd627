import type { UserSettings } from "@lectern/contract";
import { Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Modal } from "../../ui/modal/Modal.tsx";
import { ConfigurationsTab, type ConfigurationsTabProps } from "./ConfigurationsTab.tsx";
import { refuseHidden } from "./refuseHidden.ts";
import classes from "./SettingsDialog.module.css";

interface SettingsDialogProps extends Pick<ConfigurationsTabProps, "models" | "defaultModelId" | "hasFeature"> {
  isOpen: boolean;
  onClose: () => void;
  settings: UserSettings;
  /** Resolves when they are saved here; what the server says comes later. */
  onSave: (settings: UserSettings) => Promise<void>;
  /** The tab Conversation Storage; null where there is no cloud. */
  storage: ReactNode | null;
}

/** [A2.61] What a person sets for themselves. Nothing changes before Save. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { isOpen, onClose, settings, onSave, storage, models, defaultModelId, hasFeature } = props;
  const [changes, setChanges] = useState<Partial<UserSettings>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [tab, setTab] = useState<string | null>("configurations");
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    // What was not saved is not there when it is next opened.
    if (isOpen) setChanges({});
  }
  const draft: UserSettings = { ...settings, ...changes };
  const refusal = refuseHidden(models, defaultModelId, draft.hiddenModelIds);
  const isConfigurations = tab === "configurations";
  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const save = async () => {
    if (refusal !== null) return;
    setIsSaving(true);
    try {
      await onSave(draft);
    } finally {
      setIsSaving(false);
      onClose();
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title="Settings"
      onClose={onClose}
      // The storage of conversations has buttons of its own: it is not saved, it is done.
      {...(isConfigurations ? { onSubmit: () => void save(), submitLabel: "Save" } : {})}
      isSubmitting={isSaving}
      canSubmit={refusal === null && isChanged}
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false} classNames={{ list: classes.list, panel: classes.panel }}>
        <Tabs.List>
          <Tabs.Tab value="configurations">Configurations</Tabs.Tab>
          {storage !== null && <Tabs.Tab value="storage">Conversation Storage</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="configurations">
          <ConfigurationsTab
            settings={draft}
            models={models}
            defaultModelId={defaultModelId}
            hasFeature={hasFeature}
            refusal={refusal}
            onChange={(more) => setChanges({ ...changes, ...more })}
          />
        </Tabs.Panel>
        {storage !== null && <Tabs.Panel value="storage">{storage}</Tabs.Panel>}
      </Tabs>
    </Modal>
  );
}
