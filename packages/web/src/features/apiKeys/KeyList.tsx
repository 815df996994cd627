import type { ApiKey } from "@lectern/contract";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { t } from "@lingui/core/macro";
import { Button, SegmentedControl, VisuallyHidden } from "@mantine/core";
import { IconExternalLink, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { listKeyAccounts } from "../../entities/accounts/listKeyAccounts.ts";
import { useAccounts } from "../../entities/accounts/useAccounts.ts";
import { formatPageLink } from "../../entities/shell/routes.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./ApiKeys.module.css";
import { type KeyEnding, KeyRow } from "./KeyRow.tsx";
import type { KeyFieldValues } from "./keyDrafts.ts";
import type { useKeysForm } from "./useKeysForm.ts";

type KeyListProps = Pick<ReturnType<typeof useKeysForm>, "keys" | "error" | "reload" | "drafts" | "change"> & {
  /** The key whose details are open at first; null: none. */
  shownKeyId: string | null;
  onCreate: () => void;
  onReportFound: () => void;
  onEnd: (key: ApiKey, ending: KeyEnding) => void;
};

/** From this many keys on, a filter hides those that are not active. */
const filterThreshold = 6;

/** The API keys that the person owns, acts with or administers. */
export function KeyList({ keys, error, reload, onCreate, onReportFound, ...row }: KeyListProps) {
  const { user } = useWorkspace();
  const [chosen, setChosen] = useState<"active" | "all" | null>(null);
  const isShownInactive = keys?.some(({ api_owner_id: id, active }) => id === row.shownKeyId && !active);
  const shown = chosen ?? (isShownInactive ? "all" : "active");
  if (error) {
    return (
      <ErrorView
        title={t`Unable to fetch your API keys...`}
        lines={[error.message]}
        actions={<Button onClick={reload}>{t`Try again`}</Button>}
      />
    );
  }
  if (!keys) return <ListSkeleton label={t`Loading your API keys`} />;
  const createButton = (
    <Button
      variant={keys.length === 0 ? "filled" : "default"}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onCreate}
    >
      {t`Create an API key`}
    </Button>
  );
  const reportButton = (
    <Button variant="subtle" size="compact-sm" className={classes.button} onClick={onReportFound}>
      {t`Report a key that you found`}
    </Button>
  );
  if (keys.length === 0) {
    return (
      <>
        <NoKeys createButton={createButton} />
        <Foot>{reportButton}</Foot>
      </>
    );
  }
  const hasFilter = keys.length >= filterThreshold && keys.some(({ active }) => !active);
  const shownKeys = hasFilter && shown === "active" ? keys.filter(({ active }) => active) : keys;
  const isMine = ({ owner }: ApiKey) => owner.toLowerCase() === user.email.toLowerCase();
  return (
    <>
      <div className={classes.tools}>
        {createButton}
        {hasFilter && (
          <SegmentedControl
            aria-label={t`Keys to show`}
            value={shown}
            data={[
              { value: "active", label: t({ message: "Active", context: "API keys" }) },
              { value: "all", label: t({ message: "All", context: "API keys" }) },
            ]}
            onChange={(value) => setChosen(value === "all" ? "all" : "active")}
          />
        )}
      </div>
      <p className={classes.note}>
        {t`A program that has the secret of a key can do what the key allows, and its calls are charged to the key’s account. Treat it like a password.`}
      </p>
      {hasFilter && shownKeys.length === 0 && <p className={classes.note}>{t`None of your keys is active.`}</p>}
      <Section {...row} title={t`Your keys`} keys={shownKeys.filter((key) => !key.group && isMine(key))} />
      <Section
        {...row}
        title={t`Keys for you from others`}
        keys={shownKeys.filter((key) => !key.group && !isMine(key))}
      />
      <Section {...row} title={t`Keys of your groups`} keys={shownKeys.filter(({ group }) => group !== null)} />
      <Foot>{reportButton}</Foot>
    </>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <div className={classes.listFoot}>
      {/* In a tab of its own, so that unsaved changes stay. */}
      <a href={formatPageLink("apiReference")} target="_blank" rel="noopener" className={classes.link}>
        {t`API reference`}
        <IconExternalLink size={14} stroke={1.6} aria-hidden />
        <VisuallyHidden>{t`(opens in a new tab)`}</VisuallyHidden>
      </a>
      {children}
    </div>
  );
}

interface SectionProps extends Pick<KeyListProps, "drafts" | "shownKeyId" | "onEnd"> {
  title: string;
  keys: readonly ApiKey[];
  change: (key: ApiKey, updates: Partial<KeyFieldValues>) => void;
}

function Section({ title, keys, drafts, shownKeyId, change, onEnd }: SectionProps) {
  const titleId = useId();
  const accounts = listKeyAccounts(useAccounts());
  if (keys.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.heading}>
        {title}
      </h3>
      <ul className={classes.keys} aria-labelledby={titleId}>
        {keys.map((key) => (
          <KeyRow
            key={key.api_owner_id}
            apiKey={key}
            isShown={key.api_owner_id === shownKeyId}
            updates={drafts.get(key.api_owner_id)}
            accounts={accounts}
            onChange={(updates) => change(key, updates)}
            onEnd={(ending) => onEnd(key, ending)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Says what keys are for. */
function NoKeys({ createButton }: { createButton: React.ReactNode }) {
  return (
    <div className={classes.empty}>
      <h3 className={classes.heading}>{t`You have no API keys yet`}</h3>
      <p className={classes.text}>
        {t`With a key, a program such as a script or a course website can use the models, assistants and files here without signing in. You decide what it may do, how much it may cost and for how long.`}
      </p>
      {createButton}
    </div>
  );
}
