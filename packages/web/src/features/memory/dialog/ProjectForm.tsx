import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import { isComposing } from "../../../ui/isComposing.ts";
import classes from "./MemoryDialog.module.css";

interface ProjectFormProps {
  /** The present name; absent: the project is new. */
  name?: string;
  submitLabel: string;
  /** Shown after a failure; absent: a notice says it. */
  failedText?: string;
  /** Resolves to whether it succeeded. */
  onSubmit: (name: string) => Promise<boolean>;
  onCancel: () => void;
}

/** The field for the name of a project. A blank name is not sent. */
export function ProjectForm({ name: initialName = "", submitLabel, failedText, onSubmit, onCancel }: ProjectFormProps) {
  const [name, setName] = useState(initialName);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const trimmed = name.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === "" || isBusy) return;
    setIsBusy(true);
    setHasFailed(false);
    if (await onSubmit(trimmed)) return;
    setIsBusy(false);
    setHasFailed(true);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        ref={focus}
        aria-label={t`Project name`}
        placeholder={t`Project name`}
        classNames={{ input: fieldClasses.input ?? "" }}
        size="xs"
        maxLength={limits.memoryProjectNameLength}
        value={name}
        // A dialog would close with it.
        data-mantine-stop-propagation="true"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isComposing(event)) onCancel();
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="compact-sm" loading={isBusy} disabled={trimmed === ""}>
          {submitLabel}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
      <p role="status" className={classes.problem}>
        {hasFailed && failedText}
      </p>
    </form>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();
