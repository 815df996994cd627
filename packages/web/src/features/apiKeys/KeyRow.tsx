import type { Account, ApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconChevronDown, IconCopy } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { KeySecret } from "../../entities/apiKeys/KeySecret.tsx";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useClipboard } from "../../ui/useClipboard.ts";
import classes from "./ApiKeys.module.css";
import { KeyFacts } from "./KeyFacts.tsx";
import { KeyFields } from "./KeyFields.tsx";
import { areFieldsValid, canEdit, type KeyFieldValues, toFields } from "./keyDrafts.ts";
import { describeExpiration, describeKind, describeLastUse, describeState, describeUsage } from "./keyTexts.ts";

export type KeyEnding = "deactivate" | "reportLeak";

interface KeyRowProps {
  apiKey: ApiKey;
  /** True if its details are open at first, and in view. */
  isShown: boolean;
  /** The unsaved changes. */
  updates: Partial<KeyFieldValues> | undefined;
  accounts: readonly Pick<Account, "id" | "name">[];
  onChange: (changes: Partial<KeyFieldValues>) => void;
  onEnd: (ending: KeyEnding) => void;
}

/** A key, and on request what can be done with it. */
export function KeyRow({ apiKey, isShown, updates, accounts, onChange, onEnd }: KeyRowProps) {
  const { user } = useWorkspace();
  const [isOpen, setIsOpen] = useState(isShown);
  const rowRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) rowRef.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const [nameId, detailsId] = [useId(), useId()];
  const { applicationName: name, active, permissions, lastAccessed, expirationDate, usage, account, group } = apiKey;
  // A problem is shown even if the row is closed.
  const isExpanded = isOpen || (updates !== undefined && !areFieldsValid(updates));
  const isAccountKnown = accounts.some(({ id }) => id === account.id);
  // No person's account pays for the key of a group.
  const choosableAccounts = group ? [] : isAccountKnown ? accounts : [...accounts, account];
  return (
    <li ref={rowRef} className={classes.key} aria-labelledby={nameId} data-inactive={!active || undefined}>
      <div className={classes.head}>
        <span id={nameId} className={classes.name}>
          {name}
          {updates && (
            <span className={classes.changed}>
              {t({ message: "Changed", comment: "Marks a key with unsaved changes" })}
            </span>
          )}
        </span>
        <span className={classes.state} data-active={active || undefined}>
          {describeState(apiKey)}
        </span>
      </div>
      <p className={classes.line}>
        {[describeKind(apiKey, user.email), describeUsage(usage), describeLastUse(lastAccessed)].join(" · ")}
      </p>
      {active && expirationDate !== null && <p className={classes.line}>{describeExpiration(expirationDate)}</p>}
      <SecretNote apiKey={apiKey} />
      <div className={classes.foot}>
        <KeySecret {...apiKey} />
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.toggle}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailsId : undefined}
          aria-label={canEdit(apiKey) ? t`Edit ${name}` : t`Details of ${name}`}
          rightSection={<IconChevronDown size={14} className={classes.chevron} aria-hidden />}
          onClick={() => setIsOpen(!isExpanded)}
        >
          {canEdit(apiKey) ? t`Edit` : t`Details`}
        </Button>
      </div>
      {isExpanded && (
        <div id={detailsId} className={classes.details}>
          {apiKey.applicationDescription !== "" && <p className={classes.text}>{apiKey.applicationDescription}</p>}
          {apiKey.systemId !== null && <SystemId systemId={apiKey.systemId} />}
          {canEdit(apiKey) ? (
            <KeyFields
              value={toFields(apiKey, updates)}
              maxRateLimit={apiKey.maxRateLimit}
              accounts={choosableAccounts}
              onChange={onChange}
            />
          ) : (
            <KeyFacts {...apiKey} />
          )}
          {active && permissions.deactivate && <Endings name={name} onEnd={onEnd} />}
        </div>
      )}
    </li>
  );
}

/** Says who can see the secret, where the person cannot. */
function SecretNote({ apiKey: { permissions, kind, delegate } }: { apiKey: ApiKey }) {
  if (permissions.reveal || kind !== "delegate" || delegate === null) return null;
  return <p className={classes.line}>{t`Only ${delegate} can see the secret.`}</p>;
}

function SystemId({ systemId }: { systemId: string }) {
  const { isCopied, copy } = useClipboard();
  return (
    <div>
      <div className={classes.systemId}>
        <span className={classes.legend}>{t`System ID`}</span>
        <code>{systemId}</code>
        <IconButton name={isCopied ? t`Copied` : t`Copy the system ID ${systemId}`} onClick={() => copy(systemId)}>
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </IconButton>
      </div>
      <p
        className={classes.line}
      >{t`Add it to a group as a member, so that the system can use the group’s assistants.`}</p>
    </div>
  );
}

function Endings({ name, onEnd }: { name: string; onEnd: (ending: KeyEnding) => void }) {
  return (
    <div className={classes.endings}>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.button}
        aria-label={t`Deactivate ${name}`}
        onClick={() => onEnd("deactivate")}
      >
        {t`Deactivate`}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.button}
        aria-label={t`Report as leaked: ${name}`}
        onClick={() => onEnd("reportLeak")}
      >
        {t`Report as leaked`}
      </Button>
    </div>
  );
}
