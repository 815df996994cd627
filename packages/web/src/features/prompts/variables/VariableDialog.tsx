import { distinctVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo, useRef, useState } from "react";
import {
  fillTemplate,
  type RenderedTemplate,
  type TemplateSources,
} from "../../../entities/prompts/template/fillTemplate.ts";
import { getVariableLabels } from "../../../entities/prompts/template/getVariableLabels.ts";
import { matchesPattern } from "../../../entities/prompts/template/matchesPattern.ts";
import {
  type EntryProblems,
  getEntry,
  isGenerated,
  validateEntries,
} from "../../../entities/prompts/template/validateEntries.ts";
import { getVariableTexts } from "../../../entities/prompts/template/variableTexts.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useVariableEntries } from "./useVariableEntries.ts";
import classes from "./VariableDialog.module.css";
import { VariableField } from "./VariableField.tsx";

interface VariableDialogProps {
  isOpen: boolean;
  userId: string;
  prompt: PromptTemplate;
  /** The templates to choose from for variables of type template. */
  templates: readonly PromptTemplate[];
  /** Reads the selected documents, conversations and templates. */
  sources: TemplateSources;
  /** The model selector; absent or false if the model is not chosen here. */
  modelSelector?: ReactNode;
  submitLabel: string;
  /** Called when the dialog is closed without submitting. The entered values are restored when it opens again. */
  onClose: () => void;
  /** `discardEntries` deletes the stored values. Call it once they have been used. */
  onSubmit: (rendered: RenderedTemplate, discardEntries: () => void) => void;
}

/** Asks for the values of a template's variables, with a field for each variable that is not generated. */
export function VariableDialog(props: VariableDialogProps) {
  const { isOpen, userId, prompt, templates, sources, modelSelector, submitLabel, onClose, onSubmit } = props;
  const variables = useMemo(() => distinctVariables(parsePromptVariables(prompt.content)), [prompt.content]);
  const inputVariables = useMemo(() => variables.filter((variable) => !isGenerated(variable)), [variables]);
  const labels = useMemo(() => getVariableLabels(inputVariables.map(({ name }) => name)), [inputVariables]);
  const entries = useVariableEntries(userId, prompt.id, inputVariables);
  const [problems, setProblems] = useState<EntryProblems | null>(null);
  const [isFilling, setIsFilling] = useState(false);
  const fieldsRef = useRef<HTMLDivElement>(null);

  const showProblems = (newProblems: EntryProblems) => {
    setProblems(newProblems);
    const index = inputVariables.findIndex(({ name }) => getEntry(newProblems.fields, name) !== undefined);
    const field = fieldsRef.current?.children[Math.max(0, index)];
    field?.querySelector<HTMLElement>("textarea, select, input, button")?.focus();
  };

  /** What was wrong with a value does not hold for the next one. */
  const clearProblem = (name: string) =>
    setProblems((current) => {
      if (!current || getEntry(current.fields, name) === undefined) return current;
      const { [name]: _, ...fields } = current.fields;
      return Object.keys(fields).length === 0 ? null : { ...current, fields };
    });

  const submit = async () => {
    setIsFilling(true);
    try {
      const foundProblems = await validateEntries(inputVariables, entries, matchesPattern);
      if (foundProblems) return showProblems(foundProblems);
      const rendered = await fillTemplate(prompt, variables, entries, sources);
      onSubmit(rendered, entries.discard);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setProblems({ message: t`Part of your selection couldn’t be read. ${reason}`, fields: {} });
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
      {prompt.description.trim() !== "" && (
        <p className={classes.about} dir="auto">
          {prompt.description}
        </p>
      )}
      {inputVariables.length > 0 && <p className={classes.note}>{getVariableTexts().note}</p>}
      <div ref={fieldsRef} className={classes.fields}>
        {inputVariables.map((variable, index) => (
          <VariableField
            key={variable.name}
            variable={variable}
            label={labels.get(variable.name) ?? variable.name}
            problem={(problems && getEntry(problems.fields, variable.name)) ?? null}
            value={getEntry(entries.values, variable.name) ?? ""}
            draftKey={entries.getDraftKey(variable.name)}
            templates={templates}
            isFirst={index === 0}
            onChange={(value) => {
              entries.setValue(variable.name, value);
              clearProblem(variable.name);
            }}
            onDocuments={(documents) => {
              entries.setDocuments(variable.name, documents);
              clearProblem(variable.name);
            }}
          />
        ))}
      </div>
      {modelSelector && (
        <div className={classes.model}>
          <span className={classes.label}>{t`Model`}</span>
          {modelSelector}
        </div>
      )}
      {problems && (
        <p role="alert" className={classes.refusal}>
          {problems.message ?? t`Please correct the marked fields.`}
        </p>
      )}
    </Modal>
  );
}
