import type { PromptType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea, TextInput } from "@mantine/core";
import { Suspense, use } from "react";
import { getFolderChoices } from "../../../entities/prompts/getFolderChoices.ts";
import { PromptSlotsContext } from "../../../entities/prompts/promptSlots.ts";
import { getPromptTypeTexts } from "../../../entities/prompts/promptTypes.ts";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./PromptEditor.module.css";
import { type DraftProblems, type PromptDraft, setDraftType } from "./promptDraft.ts";
import { TransformerTest } from "./TransformerTest.tsx";
import { VariableList } from "./VariableList.tsx";

interface PromptFieldsProps {
  draft: PromptDraft;
  promptId: string;
  types: readonly PromptType[];
  problems: DraftProblems;
  /** True if the name is only a suggestion. */
  isNew: boolean;
  isReadOnly: boolean;
  onChange: (draft: PromptDraft) => void;
}

const styles = { input: fieldClasses.input };

/** The fields of a template, depending on its type. */
export function PromptFields({ draft, promptId, types, problems, isNew, isReadOnly, onChange }: PromptFieldsProps) {
  const { ContentTool } = use(PromptSlotsContext);
  const folders = useFolders("prompt");
  const prompts = usePrompts();
  const { type } = draft;
  const getFieldProps = (key: keyof PromptDraft) => ({
    value: draft[key],
    error: problems[key],
    readOnly: isReadOnly,
    classNames: styles,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [key]: currentTarget.value }),
  });
  const getSelectProps = (key: keyof PromptDraft) => ({
    value: draft[key],
    error: problems[key],
    disabled: isReadOnly,
    onChange: (value: string) => onChange({ ...draft, [key]: value }),
  });
  const typeTexts = getPromptTypeTexts();
  const offeredTypes = types.includes(type) ? types : [type, ...types];
  const rootPrompts = prompts.filter((prompt) => prompt.type === "root_prompt" && prompt.id !== promptId);
  const isTransformer = type === "output_transformer";
  const appliesByTags = isTransformer || type === "prefix_prompt" || type === "follow_up";
  return (
    <>
      <TextInput
        label={t`Name`}
        required
        withAsterisk={false}
        data-autofocus
        {...getFieldProps("name")}
        // What is typed replaces the suggested name.
        onFocus={({ currentTarget }) => isNew && currentTarget.select()}
      />
      {isTransformer ? (
        <>
          <Textarea
            label={t`Code`}
            description={t`The body of a JavaScript function that receives the answer as “text” and returns the new text. It can’t reach the network or the page.`}
            rows={10}
            spellCheck={false}
            {...getFieldProps("code")}
            classNames={{ ...styles, input: `${fieldClasses.input} ${classes.code}` }}
          />
          <TransformerTest code={draft.code} />
        </>
      ) : (
        <>
          <Textarea label={t`Content`} description={getContentHint()} rows={10} {...getFieldProps("content")} />
          {!isReadOnly && (
            <Suspense fallback={null}>
              <ContentTool text={draft.content} setText={(content) => onChange({ ...draft, content })} />
            </Suspense>
          )}
          <VariableList
            content={draft.content}
            isReadOnly={isReadOnly}
            onChange={(content) => onChange({ ...draft, content })}
          />
        </>
      )}
      <Textarea label={t`Description`} rows={3} {...getFieldProps("description")} />
      <div className={classes.pair}>
        <SelectField
          label={t`Type`}
          description={<span role="status">{typeTexts[type].hint}</span>}
          // Below the field, so that both fields of the pair begin at the same height.
          inputWrapperOrder={["label", "input", "description", "error"]}
          choices={offeredTypes.map((value) => ({ value, label: typeTexts[value].label }))}
          {...getSelectProps("type")}
          onChange={(choice) => {
            const chosenType = offeredTypes.find((value) => value === choice);
            if (chosenType) onChange(setDraftType(draft, chosenType));
          }}
        />
        <SelectField
          label={t`Folder`}
          choices={getFolderChoices(folders)}
          {...getSelectProps("folderId")}
          value={folders.some(({ id }) => id === draft.folderId) ? draft.folderId : ""}
        />
      </div>
      {(type === "prompt" || type === "automation") && (
        <SelectField
          label={t`Custom instructions for the new chat`}
          choices={[
            { value: "", label: t({ message: "None", context: "custom instructions" }) },
            ...rootPrompts.map(({ id, name }) => ({ value: id, label: name })),
            ...(draft.rootPromptId === "" || rootPrompts.some(({ id }) => id === draft.rootPromptId)
              ? []
              : [{ value: draft.rootPromptId, label: t`Deleted instructions` }]),
          ]}
          {...getSelectProps("rootPromptId")}
        />
      )}
      {(appliesByTags || draft.requiredTags !== "") && (
        <TextInput
          label={t`Required tags`}
          description={
            appliesByTags
              ? t`Applies to chats that have all of these tags. Separate tags with commas. Without tags, it is never used.`
              : t`Separate them with commas.`
          }
          {...getFieldProps("requiredTags")}
        />
      )}
      {!appliesByTags && (
        <TextInput
          label={t`Chat tags`}
          description={t`Added to chats that start with this prompt. Separate tags with commas.`}
          {...getFieldProps("conversationTags")}
        />
      )}
    </>
  );
}

function getContentHint(): string {
  // Not translated: the braces and "options" are the syntax, and the catalogue would read them as placeholders.
  const value = `{{${t({ message: "Topic", comment: "An example of a value in a prompt" })}}}`;
  const choice = `{{${t({ message: "Level", comment: "An example of a choice in a prompt" })}:options[A, B]}}`;
  return t`To add a variable, write its name in double braces: ${value}, or ${choice} for a choice`;
}
