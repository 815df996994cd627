import { distinctVariables, parsePromptVariables } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Loader } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { CallError } from "../../lib/callError.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./OptimizerDialog.module.css";
import { useOptimizedPrompt } from "./useOptimizedPrompt.ts";

interface OptimizerDialogProps {
  isOpen: boolean;
  /** The text that the person wrote. */
  text: string;
  /** True if the person can fill in the placeholders now. */
  canFill: boolean;
  /** `isFilled`: the placeholders are to be filled in. */
  onChoose: (template: string, isFilled: boolean) => void;
  onClose: () => void;
}

/** Shows a text beside a better version of it. Closing the dialog cancels the request and changes nothing. */
export function OptimizerDialog({ isOpen, text, canFill, onChoose, onClose }: OptimizerDialogProps) {
  const { template, error, retry, cancel } = useOptimizedPrompt(text, isOpen);
  const names = template === null ? [] : distinctVariables(parsePromptVariables(template)).map(({ name }) => name);
  const isFillable = canFill && names.length > 0;
  const isRunning = template === null && error === null;
  const submit = () => {
    if (template === null) retry();
    else onChoose(template, isFillable);
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Optimize prompt`}
      fitsContent
      fillsNarrowScreen
      width="60vw"
      onClose={() => {
        cancel();
        onClose();
      }}
      onSubmit={submit}
      submitLabel={error === null ? t`Use it` : t`Try again`}
      cancelLabel={isRunning ? t`Cancel` : t`Keep mine`}
      canSubmit={!isRunning}
      actions={
        isFillable &&
        template !== null && (
          <Button variant="default" onClick={() => onChoose(template, false)}>{t`Use without filling in`}</Button>
        )
      }
    >
      <div className={classes.panes}>
        <Pane title={t({ message: "Before", context: "the text of a prompt" })}>
          <p className={classes.text} dir="auto">
            {text}
          </p>
        </Pane>
        <Pane title={t({ message: "After", context: "the text of a prompt" })}>
          <div role="status">
            {isRunning && (
              <p className={classes.progress}>
                <Loader size="xs" aria-hidden />
                {t`Rewriting your prompt…`}
              </p>
            )}
            {template !== null && (
              <p className={classes.text} dir="auto">
                {template}
              </p>
            )}
          </div>
          {error && <Failure error={error} />}
        </Pane>
      </div>
      {names.length > 0 && <Placeholders names={names} canFill={canFill} />}
    </Modal>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.pane} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function Failure({ error }: { error: Error }) {
  const { reason = null, requestId = null } = error instanceof CallError ? error : {};
  return (
    <div role="alert" className={classes.failure}>
      <p>{t`Error optimizing prompt. Please try again.`}</p>
      {reason && <p className={classes.reason}>{reason}</p>}
      {requestId && <RequestId id={requestId} />}
    </div>
  );
}

function Placeholders({ names, canFill }: { names: readonly string[]; canFill: boolean }) {
  const id = useId();
  return (
    <div className={classes.placeholders}>
      <h3 id={id} className={classes.title}>{t`Placeholders`}</h3>
      <ul aria-labelledby={id} className={classes.names}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className={classes.note}>
        {canFill ? t`You fill them in next, or leave them in the text.` : t`Whoever uses the prompt fills them in.`}
      </p>
    </div>
  );
}
