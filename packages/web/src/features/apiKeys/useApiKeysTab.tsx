import type { ApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import type { AccountsTab } from "../../entities/accounts/accountsTab.ts";
import { formatList } from "../../lib/i18n/formats.ts";
import { focusInvalidField } from "../../ui/focus/focusInvalidField.ts";
import classes from "./ApiKeys.module.css";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { FoundKeyDialog } from "./FoundKeyDialog.tsx";
import { KeyEndingDialog } from "./KeyEndingDialog.tsx";
import { KeyList } from "./KeyList.tsx";
import type { KeyEnding } from "./KeyRow.tsx";
import { useKeysForm } from "./useKeysForm.ts";

interface ApiKeysTabOptions {
  /** True if the tab is shown. */
  isEnabled: boolean;
  /** The key whose details are open at first; null: none. */
  shownKeyId: string | null;
  onShowAccounts: () => void;
}

/** The tab with the API keys of the person. */
export function useApiKeysTab({ isEnabled, shownKeyId, onShowAccounts }: ApiKeysTabOptions): AccountsTab {
  const { hasChanges, isSaving, invalidNames, submit, ...list } = useKeysForm({ isEnabled });
  const listRef = useRef<HTMLDivElement>(null);
  const names = formatList(invalidNames);
  const [creation, setCreation] = useState({ isOpen: false, count: 0 });
  const [isFoundKeyOpen, setIsFoundKeyOpen] = useState(false);
  const [ended, setEnded] = useState<{ key: ApiKey; ending: KeyEnding; isOpen: boolean } | null>(null);
  return {
    id: "apiKeys",
    label: t`API Access`,
    content: (
      <div ref={listRef} className={classes.list}>
        <KeyList
          {...list}
          shownKeyId={shownKeyId}
          onCreate={() => setCreation(({ count }) => ({ isOpen: true, count: count + 1 }))}
          onReportFound={() => setIsFoundKeyOpen(true)}
          onEnd={(key, ending) => setEnded({ key, ending, isOpen: true })}
        />
      </div>
    ),
    submit: () => {
      if (!submit()) focusInvalidField(listRef.current);
    },
    isSaving,
    status: names !== "" && (
      <p role="alert" className={classes.footProblem}>
        {t`Correct this first: ${names}`}
      </p>
    ),
    unsavedText: hasChanges ? t`Your changes to the API keys have not been saved.` : null,
    dialogs: (
      <>
        {creation.count > 0 && (
          <CreateKeyDialog
            key={creation.count}
            isOpen={creation.isOpen}
            onClose={() => setCreation({ ...creation, isOpen: false })}
            onShowAccounts={onShowAccounts}
          />
        )}
        <FoundKeyDialog isOpen={isFoundKeyOpen} onClose={() => setIsFoundKeyOpen(false)} />
        {ended && (
          <KeyEndingDialog
            apiKey={ended.key}
            ending={ended.ending}
            isOpen={ended.isOpen}
            onClose={() => setEnded({ ...ended, isOpen: false })}
          />
        )}
      </>
    ),
  };
}
