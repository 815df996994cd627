import { type ApiKey, updateApiKeys } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { apiKeysQuery } from "../../../entities/apiKeys/apiKeysQuery.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import type { FenceProps } from "../../../ui/markdown/fences/fenceContributions.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { CreateKeyDialog } from "../CreateKeyDialog.tsx";
import { KeyEndingDialog } from "../KeyEndingDialog.tsx";
import { canEdit } from "../keyDrafts.ts";
import { describeExpiration, describeLimit, getAccessText } from "../keyTexts.ts";
import classes from "./ApiFences.module.css";
import { type KeyProposal, type KeyReference, type ProposedSettings, parseKeyBlock } from "./parseKeyBlock.ts";

/** What a model proposes to do with an API key. Nothing happens until the person says so. */
export function ApiKeyFence(props: FenceProps) {
  const hasApiKeys = useFlag("apiKeys");
  const { code, isComplete } = props;
  const proposal = useMemo(() => (isComplete ? parseKeyBlock(code) : null), [code, isComplete]);
  if (!hasApiKeys || !isComplete) return <CodeBlock {...props} />;
  if (!proposal) {
    return (
      <>
        <CodeBlock {...props} />
        <p
          className={classes.note}
        >{t`This proposal for an API key can’t be read, so there is nothing to do with it.`}</p>
      </>
    );
  }
  return proposal.op === "CREATE" ? <CreationCard {...proposal} /> : <KeyCard proposal={proposal} />;
}

function CreationCard({ name, description, settings }: Extract<KeyProposal, { op: "CREATE" }>) {
  const [dialog, setDialog] = useState({ isOpen: false, count: 0 });
  return (
    <Card
      title={t`Create an API key`}
      text={t`This opens the form with what is proposed. You choose the account, and can change everything before the key is created.`}
      facts={[
        ...(name === "" ? [] : [{ label: t`Name`, value: name }]),
        ...(description === "" ? [] : [{ label: t`Description`, value: description }]),
        ...listSettings(settings),
      ]}
      buttonLabel={t`Open the form`}
      onClick={() => setDialog(({ count }) => ({ isOpen: true, count: count + 1 }))}
    >
      {dialog.count > 0 && (
        <CreateKeyDialog
          key={dialog.count}
          proposed={{ name, description, ...settings }}
          isOpen={dialog.isOpen}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
          onShowAccounts={() => openDialog("accounts")}
        />
      )}
    </Card>
  );
}

/** A proposal for one of the person's keys. */
function KeyCard({ proposal }: { proposal: Exclude<KeyProposal, { op: "CREATE" }> }) {
  const { data: keys, error } = useQuery(apiKeysQuery);
  const [isAsking, setIsAsking] = useState(false);
  const found = findKeys(keys ?? [], proposal.reference);
  const [key] = found;
  const { title, text, buttonLabel } = getCardTexts(proposal.op);
  const problem = findProblem(proposal.op, found);
  const close = () => setIsAsking(false);
  return (
    <Card
      title={title}
      text={keys ? (problem ?? text) : error ? t`Unable to fetch your API keys...` : t`Loading your API keys`}
      facts={[
        {
          label: t`Name`,
          value: key?.applicationName ?? proposal.reference.appName ?? proposal.reference.apiKeyId ?? "",
        },
        ...(proposal.op === "UPDATE" ? listSettings(proposal.settings) : []),
      ]}
      buttonLabel={buttonLabel}
      isDisabled={!key || problem !== null}
      onClick={() => {
        if (!key) return;
        if (proposal.op === "GET") openDialog("accounts", { tab: "apiKeys", apiKeyId: key.api_owner_id });
        else setIsAsking(true);
      }}
    >
      {key && proposal.op === "DEACTIVATE" && (
        <KeyEndingDialog apiKey={key} ending="deactivate" isOpen={isAsking} onClose={close} />
      )}
      {key && proposal.op === "UPDATE" && (
        <UpdateDialog apiKey={key} settings={proposal.settings} isOpen={isAsking} onClose={close} />
      )}
    </Card>
  );
}

interface UpdateDialogProps {
  apiKey: ApiKey;
  settings: ProposedSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes a key after a confirmation. */
function UpdateDialog({ apiKey, settings, isOpen, onClose }: UpdateDialogProps) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { applicationName: name, api_owner_id: apiKeyId } = apiKey;
  const present = new Map(listSettings(apiKey).map(({ label, value }) => [label, value]));
  const changes = listSettings(settings)
    .map(({ label, value }) => describeChange(label, present.get(label), value))
    .join("\n");
  const save = async () => {
    setIsBusy(true);
    try {
      const [failed] = (await call(updateApiKeys, [{ apiKeyId, updates: settings }])).failedKeys;
      if (failed) {
        const { name: names, message: reason } = failed;
        notifyError(t`API keys failed to update: ${names}`, { reason });
      } else notifySuccess(t`API changes saved.`);
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`We are unable to update your key(s)...`, { reason, requestId });
    } finally {
      await cache.invalidateQueries(apiKeysQuery);
      setIsBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Change the API key ${name}`}
      message={changes}
      confirmLabel={t`Save Changes`}
      isBusy={isBusy}
      onConfirm={() => void save()}
      onCancel={onClose}
    />
  );
}

interface CardProps {
  title: string;
  text: string;
  facts: readonly { label: string; value: string }[];
  buttonLabel: string;
  isDisabled?: boolean;
  onClick: () => void;
  children?: ReactNode;
}

function Card({ title, text, facts, buttonLabel, isDisabled = false, onClick, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <p className={classes.title}>
        <IconKey size={20} stroke={1.6} aria-hidden />
        {title}
      </p>
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.text}>{text}</p>
      <Button size="xs" className={classes.button} disabled={isDisabled} onClick={onClick}>
        {buttonLabel}
      </Button>
      {children}
    </section>
  );
}

/** Only keys of the person's own list can be meant. A name can be that of several. */
function findKeys(keys: readonly ApiKey[], { apiKeyId, appName }: KeyReference): ApiKey[] {
  if (apiKeyId !== undefined) return keys.filter((key) => key.api_owner_id === apiKeyId);
  const named = keys.filter(({ applicationName }) => applicationName === appName);
  // A key that was deactivated and its successor often have the same name.
  return named.some(({ active }) => active) ? named.filter(({ active }) => active) : named;
}

/** Says what keeps a proposal from being carried out; null: nothing. */
function findProblem(op: KeyProposal["op"], [key, ...others]: readonly ApiKey[]): string | null {
  if (!key) return t`You have no such key.`;
  if (others.length > 0)
    return t`Several of your keys have this name. You find them under Manage Accounts, API Access.`;
  if (op === "UPDATE" && !canEdit(key)) return t`You can’t change this key.`;
  if (op === "DEACTIVATE" && !(key.active && key.permissions.deactivate))
    return key.active ? t`You can’t deactivate this key.` : t`This key is already inactive.`;
  return null;
}

function getCardTexts(op: "UPDATE" | "GET" | "DEACTIVATE") {
  switch (op) {
    case "UPDATE":
      return {
        title: t`Change an API key`,
        text: t`The key gets these settings as soon as you confirm.`,
        buttonLabel: t`Change the key`,
      };
    case "GET":
      return {
        title: t`Show an API key`,
        text: t`This opens the key in Manage Accounts, API Access, where you can reveal its secret.`,
        buttonLabel: t`Show the key`,
      };
    case "DEACTIVATE":
      return {
        title: t`Deactivate an API key`,
        text: t`Programs that use the key stop working as soon as you confirm.`,
        buttonLabel: t`Deactivate the key`,
      };
    default:
      return op satisfies never;
  }
}

/** Says what a setting is and what it becomes, because a key that can do more is not told from the new value alone. */
function describeChange(label: string, presentValue: string | undefined, value: string): string {
  if (presentValue === undefined || presentValue === value) return `${label}: ${value}`;
  return t`${label}: ${value} (now: ${presentValue})`;
}

function listSettings({
  accessTypes,
  rateLimit,
  expirationDate,
}: ProposedSettings): { label: string; value: string }[] {
  const shownTypes = accessTypes?.includes("full_access") ? (["full_access"] as const) : accessTypes;
  return [
    ...(shownTypes
      ? [{ label: t`Access`, value: formatList(shownTypes.map((scope) => getAccessText(scope).name)) }]
      : []),
    ...(rateLimit ? [{ label: t`Limit`, value: describeLimit(rateLimit) }] : []),
    ...(expirationDate !== undefined ? [{ label: t`Expiration`, value: describeExpiration(expirationDate) }] : []),
  ];
}
