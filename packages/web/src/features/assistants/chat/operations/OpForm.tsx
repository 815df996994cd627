import type { IntegrationId } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconCircleCheck, IconForms } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { revealInvisible } from "../../../../entities/chat/steps/revealInvisible.ts";
import { getIntegrationName } from "../../../../entities/integrations/integrationNames.ts";
import { useIsOnline } from "../../../../lib/device.ts";
import { getOfflineText } from "../../../../lib/network.ts";
import { listNames } from "../../../../lib/text/listNames.ts";
import { getDoneText, type OpState } from "./getOpState.ts";
import classes from "./OpFence.module.css";
import { OpFieldInputs } from "./OpFieldInputs.tsx";
import type { OperationCall } from "./operationCalls.ts";
import type { OpBlock, OpField } from "./parseOpBlock.ts";

interface OpFormProps {
  block: OpBlock;
  state: OpState;
  /** Where operations of the assistant send what is entered, as far as it is known. */
  hosts?: readonly string[] | undefined;
  /** Whose accounts of the person operations of the assistant use. */
  integrations?: readonly IntegrationId[] | undefined;
  /** Undefined: the button has not been pressed. */
  call: OperationCall | undefined;
  onRun: (fields: OpField[]) => void;
}

/** The form of an `op` block: its title, what it calls, its fields and one button. */
export function OpForm({ block, state, hosts = [], integrations = [], call, onRun }: OpFormProps) {
  const isOnline = useIsOnline();
  const reasonId = useId();
  const [fields, setFields] = useState(() => block.fields.map(revealField));
  const operation = revealInvisible(block.id);
  const assistantName = state.status === "ready" ? revealInvisible(state.assistantName) : null;
  const hostNames = listNames(hosts);
  const integrationNames = listNames(integrations.map(getIntegrationName));
  const title = revealInvisible(block.title) || operation;
  const isOver = state.status === "done" || call?.status === "paused" || call?.status === "done";
  const isRunning = !isOver && call?.status === "running";
  const blockedReason = state.status === "blocked" ? state.reason : isOnline ? null : getOfflineText();
  return (
    <section className={classes.card} aria-label={title}>
      <p className={classes.title} dir="auto">
        <IconForms size={20} stroke={1.6} aria-hidden />
        {title}
      </p>
      <p className={classes.note}>
        {assistantName === null ? (
          <Trans>
            Calls <code>{operation}</code>
          </Trans>
        ) : (
          <Trans>
            Calls <code>{operation}</code> of {assistantName}
          </Trans>
        )}
      </p>
      {hosts.length > 0 && <p className={classes.note}>{t`What you enter can be sent to ${hostNames}.`}</p>}
      {integrations.length > 0 && <p className={classes.note}>{t`It can use your ${integrationNames}.`}</p>}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOver && !isRunning && blockedReason === null) onRun(fields);
        }}
      >
        {fields.map((field, index) => (
          <OpFieldInputs
            key={field.name}
            field={field}
            isReadOnly={isOver || isRunning || state.status !== "ready"}
            onChange={(changed) => setFields(fields.with(index, changed))}
          />
        ))}
        {!isOver && (
          <div className={classes.actions}>
            <Button
              type="submit"
              size="xs"
              className={classes.button}
              loading={isRunning}
              disabled={blockedReason !== null}
              aria-describedby={blockedReason === null ? undefined : reasonId}
            >
              {revealInvisible(block.buttonLabel) || t`Go`}
            </Button>
            {isRunning && (
              <Button size="xs" variant="default" className={classes.button} onClick={call.cancel}>
                {t`Cancel`}
              </Button>
            )}
            {blockedReason !== null && (
              <p id={reasonId} className={classes.note}>
                {blockedReason}
              </p>
            )}
          </div>
        )}
        <Outcome state={state} call={call} />
      </form>
    </section>
  );
}

/** Characters that nobody sees would be sent unread. */
const revealField = (field: OpField): OpField => ({ ...field, values: field.values.map(revealInvisible) });

function Outcome({ state, call }: Pick<OpFormProps, "state" | "call">): ReactNode {
  if (state.status === "done") return <Done text={state.text} />;
  switch (call?.status) {
    case undefined:
      return null;
    case "done":
      return <Done text={getDoneText()} />;
    case "running":
      return <p className={classes.note} role="status">{t`Running…`}</p>;
    case "paused":
      return (
        <p className={classes.message} role="status" dir="auto">
          {revealInvisible(call.message)}
        </p>
      );
    case "cancelled":
      return <p className={classes.note} role="status">{t`Cancelled. It may have been carried out nevertheless.`}</p>;
    case "failed":
      return (
        <div className={classes.failure} role="alert">
          <p>{t`Something went wrong. Please try again.`}</p>
          {call.reason && (
            <p className={classes.reason} dir="auto">
              {revealInvisible(call.reason)}
            </p>
          )}
        </div>
      );
    default:
      return call satisfies never;
  }
}

const Done = ({ text }: { text: string }) => (
  <p className={classes.done} role="status">
    <IconCircleCheck size={16} stroke={1.8} aria-hidden />
    {text}
  </p>
);
