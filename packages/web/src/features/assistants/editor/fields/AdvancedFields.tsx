import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { getDataSourceOptionTexts, getMessageOptionTexts } from "../draft/optionTexts.ts";
import { type FieldsProps, getTextProps, inputStyles } from "./fieldProps.ts";
import { OptionChecks } from "./OptionChecks.tsx";
import { Section } from "./Section.tsx";

interface AdvancedFieldsProps extends FieldsProps {
  /** Null for a new assistant. */
  assistantId: string | null;
}

/** The fields that few authors need. The capabilities of an assistant (ops, APIs) belong here, too. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { draft, change, assistantId } = props;
  return (
    <Section title={t`Advanced`}>
      {assistantId !== null && (
        <TextInput label={t`Assistant ID`} value={assistantId} readOnly classNames={inputStyles} />
      )}
      <OptionChecks
        title={t`Data Source Options`}
        texts={getDataSourceOptionTexts()}
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
        description={t`Separate them with commas. Added to chats with this assistant.`}
        {...getTextProps(props, "conversationTags")}
      />
    </Section>
  );
}
