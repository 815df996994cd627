import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { getMessageOptionTexts } from "../draft/optionTexts.ts";
import classes from "../Editor.module.css";
import { DataSourceChoices } from "./DataSourceChoices.tsx";
import { type FieldsProps, getTextProps, inputStyles } from "./fieldProps.ts";
import { OptionChecks } from "./OptionChecks.tsx";
import { Section } from "./Section.tsx";

interface AdvancedFieldsProps extends FieldsProps {
  /** Null for a new assistant. */
  assistantId: string | null;
  /** The version that is edited; not shown for a new assistant. */
  version: number;
  /** Shown below the fields. */
  children?: ReactNode;
}

/** The fields that few authors need. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { draft, change, assistantId, version } = props;
  return (
    <Section title={t`Advanced`} field="advanced">
      {assistantId !== null && (
        <>
          <TextInput label={t`Assistant ID`} value={assistantId} readOnly classNames={inputStyles} />
          <p className={classes.note}>
            {/* "amplify" is this workspace, which need not be named. */}
            {draft.provider === "amplify" ? t`Version ${version}` : t`Version ${version}, provider OpenAI`}
          </p>
        </>
      )}
      <TextInput
        label={t`URI`}
        description={t`A web page about the assistant, linked where people start a chat.`}
        // Not translated: a scheme is the same in every language.
        placeholder="https://"
        inputMode="url"
        {...getTextProps(props, "uri")}
      />
      <DataSourceChoices
        options={draft.dataSourceOptions}
        onChange={(dataSourceOptions) => change({ dataSourceOptions })}
      />
      <OptionChecks
        title={t`Message Options`}
        texts={getMessageOptionTexts()}
        options={draft.messageOptions}
        onChange={(messageOptions) => change({ messageOptions })}
      />
      <TextInput label={t`Tags`} description={t`Separate them with commas.`} {...getTextProps(props, "tags")} />
      <TextInput
        label={t`Conversation Tags`}
        description={t`Added to chats with this assistant. Separate tags with commas.`}
        {...getTextProps(props, "conversationTags")}
      />
      {props.children}
    </Section>
  );
}
