import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TagsInput, TextInput } from "@mantine/core";
import { useModels } from "../../../../entities/models/useModels.ts";
import fieldClasses from "../../../../ui/fields.module.css";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { getLinkHint } from "../../copyAssistantLink.ts";
import { formatGroupTypeQuestion } from "../../picker/formatGroupTypeQuestion.ts";
import classes from "../Editor.module.css";
import type { EditorDocuments } from "../useEditorDocuments.ts";
import { type FieldsProps, getTextProps } from "./fieldProps.ts";
import { GroupTypeFields } from "./GroupTypeFields.tsx";
import { OptionCheck } from "./OptionChecks.tsx";

interface GroupFieldsProps extends FieldsProps {
  group: Group;
  groupTypes: readonly string[];
  documents: EditorDocuments;
}

const maxCategories = 100;
const maxCategoryLength = 200;

/** What only assistants of a group have. */
export function GroupFields(props: GroupFieldsProps) {
  const { draft, change, group, groupTypes } = props;
  const { supportConvAnalysis, analysisCategories } = draft.capabilities;
  const groupName = group.name;
  const changeAnalysis = (changes: Partial<typeof draft.capabilities>) =>
    change({ capabilities: { ...draft.capabilities, ...changes } });
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
      {group.supportConvAnalysis && (
        <OptionCheck
          label={t`Conversation analysis`}
          description={t`A model rates the chats and sorts them into categories, and people are told. Recording does not depend on this: while a site administrator has the analysis of the group switched on, the tabs Dashboard and Conversations cover the chats with all its assistants.`}
          isOn={supportConvAnalysis}
          onChange={(isOn) => changeAnalysis({ supportConvAnalysis: isOn })}
        />
      )}
      {group.supportConvAnalysis && supportConvAnalysis && (
        <TagsInput
          classNames={{ input: fieldClasses.input ?? "" }}
          label={t`Categories`}
          description={t`A model sorts each chat into one of these, such as “Exams” or “Deadlines”.`}
          placeholder={analysisCategories.length > 0 ? "" : t`Type a category and press Enter`}
          value={analysisCategories}
          maxTags={maxCategories}
          maxLength={maxCategoryLength}
          acceptValueOnBlur
          onChange={(categories) => changeAnalysis({ analysisCategories: categories })}
        />
      )}
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
