import { type Group, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { type RefObject, useState } from "react";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import fieldClasses from "../../../ui/fields.module.css";
import { GroupTypesField } from "../GroupTypesField.tsx";
import { NewMembersField } from "../members/NewMembersField.tsx";
import classes from "./GroupFields.module.css";
import type { FormProblems, GroupForm } from "./useGroupForm.ts";

interface GroupFieldsProps {
  form: GroupForm;
  problems: FormProblems;
  onChange: (changes: Partial<GroupForm>) => void;
  groups: readonly Group[] | undefined;
  ownEmail: string;
  nameRef: RefObject<HTMLInputElement | null>;
  membersRef: RefObject<HTMLInputElement | null>;
}

/** The fields of a new group. */
export function GroupFields(props: GroupFieldsProps) {
  const { form, problems, onChange, groups, ownEmail, nameRef, membersRef } = props;
  // A dialog that opens again shows what was entered.
  const [isUnfolded, setIsUnfolded] = useState(form.types.length > 0);
  return (
    <div className={classes.fields}>
      <TextInput
        ref={nameRef}
        data-autofocus
        classNames={{ input: fieldClasses.input }}
        label={t`Group Name`}
        value={form.name}
        maxLength={limits.groupNameLength}
        aria-required
        error={problems.name ? <span role="alert">{problems.name}</span> : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NewMembersField
        value={form.members}
        onChange={(members) => onChange({ members })}
        groups={groups}
        ownEmail={ownEmail}
        label={t`Add Members`}
        error={problems.members}
        fieldRef={membersRef}
      />
      <p className={classes.note}>{t`You will be an administrator of the group.`}</p>
      <Disclosure label={t`More options`} isOpen={isUnfolded} onToggle={setIsUnfolded}>
        <GroupTypesField types={form.types} onChange={(types) => onChange({ types })} />
      </Disclosure>
    </div>
  );
}
