import { t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { Fragment } from "react";
import type { AccountsTab } from "../../entities/accounts/accountsTab.ts";
import type { AccountsTabId, DialogProps } from "../../entities/shell/dialogs.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./Accounts.module.css";

interface AccountsDialogProps extends DialogProps {
  tabs: readonly [AccountsTab, ...AccountsTab[]];
  openTab: AccountsTabId;
  onTab: (id: AccountsTabId) => void;
}

/**
 * What pays for the person's calls, and which programs make some. The foot saves the tab that is shown. Asks before it
 * closes with unsaved changes in any tab.
 */
export function AccountsDialog({ isOpen, onClose, tabs, openTab, onTab }: AccountsDialogProps) {
  const shown = tabs.find(({ id }) => id === openTab) ?? tabs[0];
  const unsavedTexts = tabs.flatMap(({ unsavedText }) => unsavedText ?? []);
  const { close, question } = useDiscardQuestion({
    hasChanges: () => unsavedTexts.length > 0,
    message: unsavedTexts.join(" "),
    onDiscard: () => {},
    onClose,
  });
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={t`Manage Accounts`}
        onClose={close}
        onSubmit={shown.submit}
        submitLabel={t`Save Changes`}
        canSubmit={shown.unsavedText !== null}
        isSubmitting={shown.isSaving}
        status={shown.status}
      >
        <Tabs
          value={shown.id}
          onChange={(value) => {
            const chosen = tabs.find(({ id }) => id === value);
            if (chosen) onTab(chosen.id);
          }}
          keepMounted={false}
          classNames={{ list: tabClasses.list, tab: tabClasses.tab }}
        >
          <Tabs.List>
            {tabs.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ id, content }) => (
            <Tabs.Panel key={id} value={id} className={classes.panel}>
              {content}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Modal>
      {question}
      {tabs.map(({ id, dialogs }) => (
        <Fragment key={id}>{dialogs}</Fragment>
      ))}
    </>
  );
}
