import { plural, t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { emptyGroupType, type GroupTypeDraft } from "../draft/assistantDraft.ts";
import classes from "../Editor.module.css";
import type { EditorDocuments } from "../useEditorDocuments.ts";
import { DocumentFields } from "./DocumentFields.tsx";
import { type FieldsProps, inputStyles } from "./fieldProps.ts";
import { OptionCheck } from "./OptionChecks.tsx";
import { Section } from "./Section.tsx";

interface GroupTypeFieldsProps extends FieldsProps {
  groupTypes: readonly string[];
  documents: EditorDocuments;
}

/** What the assistant has in addition for each type of its group. */
export function GroupTypeFields({ draft, problems, change, groupTypes, documents }: GroupTypeFieldsProps) {
  return (
    <div className={classes.group} data-draft-field="groupTypeData">
      <span className={classes.label}>{t`Group types`}</span>
      <p
        className={classes.note}
      >{t`People choose their own type, so don’t rely on types to keep anything confidential.`}</p>
      {problems.groupTypeData !== undefined && (
        <p className={classes.problem} role="alert">
          {problems.groupTypeData}
        </p>
      )}
      {groupTypes.map((type) => {
        const data = draft.groupTypeData[type] ?? emptyGroupType;
        const changeType = (changes: Partial<GroupTypeDraft>) =>
          change({ groupTypeData: { ...draft.groupTypeData, [type]: { ...data, ...changes } } });
        const count = documents.getSaved(type).length + (documents.added.byType[type]?.length ?? 0);
        return (
          <Section key={type} title={type} note={describeType(data, count)}>
            <OptionCheck
              label={t`People of this type can’t chat with the assistant`}
              isOn={data.isDisabled}
              onChange={(isDisabled) => changeType({ isDisabled })}
            />
            {data.isDisabled && (
              <Textarea
                label={t`Message they see instead`}
                rows={2}
                maxLength={2_000}
                value={data.disabledMessage}
                classNames={inputStyles}
                onChange={({ currentTarget }) => changeType({ disabledMessage: currentTarget.value })}
              />
            )}
            <Textarea
              label={t`Additional instructions`}
              rows={4}
              value={data.additionalInstructions}
              classNames={inputStyles}
              onChange={({ currentTarget }) => changeType({ additionalInstructions: currentTarget.value })}
            />
            <DocumentFields
              documents={documents}
              type={type}
              sources={data.dataSources}
              onChange={(dataSources) => changeType({ dataSources })}
            />
          </Section>
        );
      })}
    </div>
  );
}

function describeType({ isDisabled, additionalInstructions }: GroupTypeDraft, documentCount: number): string {
  if (isDisabled) return t`No chat`;
  return [
    additionalInstructions.trim() === "" ? "" : t`Instructions`,
    documentCount === 0 ? "" : plural(documentCount, { one: "# document", other: "# documents" }),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
