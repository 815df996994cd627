import { distinctVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { checkValues, entryOf, isGenerated, type Refusal } from "../../../entities/prompts/template/checkValues.ts";
import {
  type FilledTemplate,
  type FillSources,
  fillTemplate,
} from "../../../entities/prompts/template/fillTemplate.ts";
import { matchesPattern } from "../../../entities/prompts/template/matchesPattern.ts";
import { variableTexts } from "../../../entities/prompts/template/variableTexts.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useEntries } from "./useEntries.ts";
import classes from "./VariableDialog.module.css";
import { VariableField } from "./VariableField.tsx";

interface VariableDialogProps {
  isOpen: boolean;
  userId: string;
  prompt: PromptTemplate;
  /** Templates that a variable may stand for. */
  templates: readonly PromptTemplate[];
  /** What the values of variables are read from. */
  sources: FillSources;
  /** Where the model that answers is chosen; absent: it is chosen elsewhere. */
  modelSelector?: ReactNode;
  submitLabel: string;
  /** Shut without being used: what was typed is there when it opens again. */
  onClose: () => void;
  /** `discardEntries` deletes the stored values, for when they have been used. */
  onSubmit: (filled: FilledTemplate, discardEntries: () => void) => void;
}

/** [C2.07, C2.54] Asks for what a template leaves open, one field a variable. */
export function VariableDialog(props: VariableDialogProps) {
  const { isOpen, userId, prompt, templates, sources, modelSelector, submitLabel, onClose, onSubmit } = props;
  const variables = useMemo(() => distinctVariables(parsePromptVariables(prompt.content)), [prompt.content]);
  const asked = useMemo(() => variables.filter((variable) => !isGenerated(variable)), [variables]);
  const entries = useEntries(userId, prompt.id, asked);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isFilling, setIsFilling] = useState(false);
  const fieldsRef = useRef<HTMLDivElement>(null);

  const refuse = (given: Refusal) => {
    setRefusal(given);
    const index = asked.findIndex(({ name }) => entryOf(given.fields, name) !== undefined);
    const field = fieldsRef.current?.children[Math.max(0, index)];
    field?.querySelector<HTMLElement>("textarea, select, input, button")?.focus();
  };

  const submit = async () => {
    setIsFilling(true);
    try {
      const refused = await checkValues(asked, entries, matchesPattern);
      if (refused) return refuse(refused);
      const filled = await fillTemplate(prompt, variables, entries, sources);
      onSubmit(filled, entries.discard);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setRefusal({ message: `What you have chosen could not be read. ${reason}`, fields: {} });
    } finally {
      setIsFilling(false);
    }
  };

  return (
    <Modal
      isOpen={isOpen}
      title={prompt.name}
      submitLabel={submitLabel}
      isSubmitting={isFilling}
      fitsContent
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {prompt.description.trim() !== "" && <p className={classes.about}>{prompt.description}</p>}
      {asked.length > 0 && <p className={classes.note}>{variableTexts.note}</p>}
      <div ref={fieldsRef} className={classes.fields}>
        {asked.map((variable, index) => (
          <VariableField
            key={variable.name}
            variable={variable}
            problem={(refusal && entryOf(refusal.fields, variable.name)) ?? null}
            value={entryOf(entries.values, variable.name) ?? ""}
            draftKey={entries.draftKeyOf(variable.name)}
            templates={templates}
            isFirst={index === 0}
            onChange={(value) => entries.setValue(variable.name, value)}
            onDocuments={(documents) => entries.setDocuments(variable.name, documents)}
          />
        ))}
      </div>
      {modelSelector && (
        <div className={classes.model}>
          <span className={classes.label}>Model</span>
          {modelSelector}
        </div>
      )}
      {refusal && (
        <p role="alert" className={classes.refusal}>
          {refusal.message ?? "Please look at the fields that are marked."}
        </p>
      )}
    </Modal>
  );
}
