import type { ModelConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { hashKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../../ui/modal/useDiscardQuestion.tsx";
import classes from "../../Admin.module.css";
import { ModelFields } from "./ModelFields.tsx";
import { emptyModel, listMissingFields, type RequiredField } from "./modelChanges.ts";

interface ModelDialogProps {
  /** Null: a new model is added. */
  model: ModelConfig | null;
  usedIds: readonly string[];
  groupNames: string[];
  onSubmit: (model: ModelConfig) => void;
  onClose: () => void;
}

/** The fields of one model. What is submitted is saved with *Save Changes*. */
export function ModelDialog({ model, usedIds, groupNames, onSubmit, onClose }: ModelDialogProps) {
  const [draft, setDraft] = useState(model ?? emptyModel);
  const [refusalCount, setRefusalCount] = useState(0);
  const isRefused = refusalCount > 0;
  const fieldsRef = useRef<HTMLDivElement>(null);
  // The form is longer than most windows.
  useEffect(() => {
    if (refusalCount > 0) fieldsRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusalCount]);
  const { close, question } = useDiscardQuestion({
    hasChanges: () => hashKey([draft]) !== hashKey([model ?? emptyModel]),
    message: t`Your changes to the model haven’t been applied.`,
    onDiscard: () => {},
    onClose,
  });
  const missing = listMissingFields(draft);
  const isTaken = model === null && usedIds.includes(draft.id.trim());
  const name = model?.name ?? "";
  const names = missing.map(getFieldName).join(", ");
  const submit = () => {
    if (missing.length > 0 || isTaken) return setRefusalCount(refusalCount + 1);
    onSubmit({ ...draft, id: draft.id.trim(), name: draft.name.trim() });
  };
  return (
    <Modal
      isOpen
      title={model ? t`Editing ${name}` : t`Adding a model`}
      submitLabel={model ? t`Apply` : t`Add`}
      width="40rem"
      fillsNarrowScreen
      onClose={close}
      onSubmit={submit}
    >
      <div ref={fieldsRef} className={classes.section}>
        {isRefused && missing.length > 0 && (
          <p role="alert" className={classes.problem}>
            <span>{t`Required fields missing...`}</span> {names}
          </p>
        )}
        {isRefused && isTaken && (
          <p role="alert" className={classes.problem}>{t`There is a model with this id already.`}</p>
        )}
        <ModelFields
          model={draft}
          isNew={model === null}
          missing={isRefused ? [...missing, ...(isTaken ? (["id"] as const) : [])] : []}
          groupNames={groupNames}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      </div>
      {question}
    </Modal>
  );
}

function getFieldName(field: RequiredField): string {
  const names: Record<RequiredField, string> = {
    id: t({ message: "Id", context: "model" }),
    name: t`Name`,
    inputContextWindow: t`Input context window`,
    outputTokenLimit: t`Output token limit`,
  };
  return names[field];
}
