import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { isEmbeddingsModelId, type ModelConfig, ModelProviderName } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { MultiSelect, Switch, Textarea, TextInput } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import { SelectField } from "../../../../ui/SelectField.tsx";
import classes from "../../Admin.module.css";
import { ModelNumbers } from "./ModelNumbers.tsx";
import type { RequiredField } from "./modelChanges.ts";

interface ModelFieldsProps {
  model: ModelConfig;
  isNew: boolean;
  /** The fields that are shown as missing. */
  missing: readonly RequiredField[];
  /** The groups of the directory. */
  groupNames: string[];
  onChange: (changes: Partial<ModelConfig>) => void;
}

const inputClass = { input: fieldClasses.input ?? "" };

export function ModelFields({ model, isNew, missing, groupNames, onChange }: ModelFieldsProps) {
  const isEmbedding = isEmbeddingsModelId(model.id);
  const isGuide = model.provider === "Guide";
  const providers = ModelProviderName.options.filter((name) => (name === "Guide") === isGuide);
  return (
    <>
      <TextInput
        classNames={inputClass}
        label={t({ message: "Id", context: "model" })}
        description={isNew ? t`As the provider writes it. An id with “embed” is an embedding model.` : undefined}
        withAsterisk
        readOnly={!isNew}
        {...(isNew && { "data-autofocus": true })}
        spellCheck={false}
        maxLength={300}
        error={missing.includes("id")}
        value={model.id}
        onChange={(event) => onChange({ id: event.currentTarget.value })}
      />
      <TextInput
        classNames={inputClass}
        label={t`Name`}
        withAsterisk
        maxLength={1_000}
        error={missing.includes("name")}
        value={model.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label={t`Provider`}
        withAsterisk
        readOnly={isGuide}
        value={model.provider}
        choices={providers.map((name) => ({ value: name, label: name }))}
        onChange={(value) => onChange({ provider: providers.find((name) => name === value) ?? model.provider })}
      />
      <Textarea
        classNames={inputClass}
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={model.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {!isEmbedding && (
        <Textarea
          classNames={inputClass}
          label={t`System prompt`}
          description={t`Precedes the instructions of each chat with this model.`}
          autosize
          minRows={2}
          maxRows={10}
          value={model.systemPrompt}
          onChange={(event) => onChange({ systemPrompt: event.currentTarget.value })}
        />
      )}
      <ModelNumbers model={model} missing={missing} onChange={onChange} />
      {isEmbedding && <p className={classes.note}>{t`Choose it as the default embeddings model to use it.`}</p>}
      {!isEmbedding && (
        <>
          <Switch
            label={t`Available`}
            description={t`People can choose it. It then needs a context window and an output limit.`}
            checked={model.isAvailable}
            onChange={(event) => onChange({ isAvailable: event.currentTarget.checked })}
          />
          <MultiSelect
            classNames={inputClass}
            label={t`Only for the members of`}
            description={t`Empty: for everybody.`}
            placeholder={groupNames.length === 0 ? t`There are no Amplify Groups yet` : ""}
            data={[...new Set([...groupNames, ...model.exclusiveGroupAvailability])]}
            value={model.exclusiveGroupAvailability}
            onChange={(exclusiveGroupAvailability) => onChange({ exclusiveGroupAvailability })}
          />
          <Switch
            label={t`Supports images`}
            checked={model.supportsImages}
            onChange={(event) => onChange({ supportsImages: event.currentTarget.checked })}
          />
          <Switch
            label={t`Supports system prompts`}
            description={t`Otherwise the instructions precede the first message.`}
            checked={model.supportsSystemPrompts}
            onChange={(event) => onChange({ supportsSystemPrompts: event.currentTarget.checked })}
          />
        </>
      )}
      <Switch
        label={t`Built-in`}
        description={t`Part of this workspace and not of a provider.`}
        checked={model.isBuiltIn}
        disabled={isGuide}
        onChange={(event) => onChange({ isBuiltIn: event.currentTarget.checked })}
      />
    </>
  );
}
