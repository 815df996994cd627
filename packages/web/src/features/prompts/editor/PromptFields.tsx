import type { PromptType } from "@lectern/contract";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { getFolderChoices } from "../../../entities/prompts/getFolderChoices.ts";
import { promptTypes } from "../../../entities/prompts/promptTypes.ts";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import classes from "./PromptEditor.module.css";
import { type DraftProblems, type PromptDraft, setDraftType } from "./promptDraft.ts";
import { TransformerTest } from "./TransformerTest.tsx";
import { VariableList } from "./VariableList.tsx";

interface PromptFieldsProps {
  draft: PromptDraft;
  promptId: string;
  types: readonly PromptType[];
  problems: DraftProblems;
  isReadOnly: boolean;
  onChange: (draft: PromptDraft) => void;
}

const styles = { input: classes.input, description: classes.description };

/** The fields of a template, depending on its type. */
export function PromptFields({ draft, promptId, types, problems, isReadOnly, onChange }: PromptFieldsProps) {
  const folders = useFolders("prompt");
  const prompts = usePrompts();
  const typeHintId = useId();
  const { type } = draft;
  const getFieldProps = (key: keyof PromptDraft) => ({
    value: draft[key],
    error: problems[key],
    readOnly: isReadOnly,
    classNames: styles,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [key]: currentTarget.value }),
  });
  const getSelectProps = (key: keyof PromptDraft) => {
    const { readOnly: _, ...rest } = getFieldProps(key);
    return { ...rest, disabled: isReadOnly };
  };
  const offeredTypes = types.includes(type) ? types : [type, ...types];
  const rootPrompts = prompts.filter((prompt) => prompt.type === "root_prompt" && prompt.id !== promptId);
  const isTransformer = type === "output_transformer";
  const appliesByTags = isTransformer || type === "prefix_prompt" || type === "follow_up";
  return (
    <>
      <TextInput label="Name" required withAsterisk={false} data-autofocus {...getFieldProps("name")} />
      <Textarea label="Description" rows={3} {...getFieldProps("description")} />
      <div className={classes.pair}>
        <NativeSelect
          label="Type"
          aria-describedby={typeHintId}
          data={offeredTypes.map((value) => ({ value, label: promptTypes[value].label }))}
          {...getSelectProps("type")}
          onChange={({ currentTarget }) => {
            const chosenType = offeredTypes.find((value) => value === currentTarget.value);
            if (chosenType) onChange(setDraftType(draft, chosenType));
          }}
        />
        <NativeSelect label="Folder" data={getFolderChoices(folders)} {...getSelectProps("folderId")} />
      </div>
      <p id={typeHintId} className={classes.note}>
        {promptTypes[type].hint}
      </p>
      {isTransformer ? (
        <>
          <Textarea
            label="Code"
            description="JavaScript: the body of a function that gets the answer as `text` and returns the new text. It runs without access to the network or the page."
            rows={10}
            spellCheck={false}
            {...getFieldProps("code")}
            classNames={{ ...styles, input: `${classes.input} ${classes.code}` }}
          />
          <TransformerTest code={draft.code} />
        </>
      ) : (
        <>
          <Textarea
            label="Content"
            description="Write {{name}} where a value is to be filled in."
            rows={10}
            {...getFieldProps("content")}
          />
          <VariableList
            content={draft.content}
            isReadOnly={isReadOnly}
            onChange={(content) => onChange({ ...draft, content })}
          />
        </>
      )}
      {(type === "prompt" || type === "automation") && (
        <NativeSelect
          label="Custom instructions for the new conversation"
          data={[
            { value: "", label: "None" },
            ...rootPrompts.map(({ id, name }) => ({ value: id, label: name })),
            ...(draft.rootPromptId === "" || rootPrompts.some(({ id }) => id === draft.rootPromptId)
              ? []
              : [{ value: draft.rootPromptId, label: "Deleted instructions" }]),
          ]}
          {...getSelectProps("rootPromptId")}
        />
      )}
      {(appliesByTags || draft.requiredTags !== "") && (
        <TextInput
          label="Required tags"
          description={
            appliesByTags
              ? "Comma-separated. Applies to conversations that have all of these tags; without tags it applies to none."
              : "Comma-separated."
          }
          {...getFieldProps("requiredTags")}
        />
      )}
      {!appliesByTags && (
        <TextInput
          label="Conversation tags"
          description="Comma-separated. Added to conversations that start with this prompt."
          {...getFieldProps("conversationTags")}
        />
      )}
    </>
  );
}
