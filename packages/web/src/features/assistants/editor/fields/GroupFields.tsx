import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useModels } from "../../../../entities/models/useModels.ts";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { getLinkHint } from "../../copyAssistantLink.ts";
import { formatGroupTypeQuestion } from "../../picker/formatGroupTypeQuestion.ts";
import classes from "../Editor.module.css";
import type { EditorDocuments } from "../useEditorDocuments.ts";
import { type FieldsProps, getTextProps } from "./fieldProps.ts";
import { GroupTypeFields } from "./GroupTypeFields.tsx";
import { OptionCheck } from "./OptionChecks.tsx";

interface GroupFieldsProps extends FieldsProps {
  groupName: string;
  groupTypes: readonly string[];
  documents: EditorDocuments;
}

/** What only assistants of a group have. The analysis of conversations follows with the dashboard. */
export function GroupFields(props: GroupFieldsProps) {
  const { draft, change, groupName, groupTypes } = props;
  const { models } = useModels();
  const publicationHint = t`Once published, all members of the group can chat with it. Until then, only its editors can see it.`;
  const isUnknown = draft.model !== null && !models.some(({ id }) => id === draft.model);
  return (
    <fieldset className={`${classes.group} ${classes.extras}`} data-draft-field="group">
      <legend className={classes.label}>{t`In the group ${groupName}`}</legend>
      <OptionCheck
        label={t`Published`}
        description={draft.isPublished ? `${publicationHint} ${getLinkHint()}` : publicationHint}
        isOn={draft.isPublished}
        onChange={(isPublished) => change({ isPublished })}
      />
      <div data-draft-field="model">
        <SelectField
          label={t`Enforced model`}
          description={t`Always used, whichever model people choose.`}
          value={draft.model ?? ""}
          choices={[
            { value: "", label: t`None (people choose the model)` },
            ...models.map(({ id, name }) => ({ value: id, label: name })),
            ...(isUnknown && draft.model !== null
              ? [{ value: draft.model, label: t`A model you don’t have access to` }]
              : []),
          ]}
          onChange={(model) => change({ model: model === "" ? null : model })}
        />
      </div>
      {groupTypes.length > 0 && (
        <>
          <TextInput
            label={t`Question for the group type`}
            description={t`Asked before a chat starts, if you fill in any group type below.`}
            placeholder={formatGroupTypeQuestion("")}
            {...getTextProps(props, "groupUserTypeQuestion")}
          />
          <GroupTypeFields {...props} />
        </>
      )}
    </fieldset>
  );
}
