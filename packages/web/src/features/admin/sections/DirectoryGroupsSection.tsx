import type { DirectoryGroupConfig } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button, MultiSelect, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import { findEntryProblem } from "../addNewEntries.ts";
import { createGroup } from "../groupImport/createGroup.ts";
import { ImportGroups } from "../groupImport/ImportGroups.tsx";
import { changeNewEntry, submitNewEntry, useNewEntry } from "../newEntries.ts";

type Groups = Record<string, DirectoryGroupConfig>;

interface DirectoryGroupsSectionProps {
  groups: Groups;
  onChange: (groups: Groups) => void;
}

/** The groups of the directory, by which features, groups and assistants are given to many people at once. */
export function DirectoryGroupsSection({ groups, onChange }: DirectoryGroupsSectionProps) {
  const [openName, setOpenName] = useState<string | null>(null);
  const names = Object.keys(groups).sort((a, b) => a.localeCompare(b));
  return (
    <>
      <p className={classes.note}>
        {t`Lists of people, such as the staff of a faculty. Features, groups and assistants can be given to a whole list.`}
      </p>
      {names.map((name) => {
        const group = groups[name];
        if (!group) return null;
        const count = plural(group.members.length, { one: "# address", other: "# addresses" });
        return (
          <Disclosure
            key={name}
            label={`${name} · ${count}`}
            isOpen={openName === name}
            onToggle={(isOpen) => setOpenName(isOpen ? name : null)}
          >
            <GroupFields
              group={group}
              otherNames={names.filter((other) => other !== name)}
              onChange={(changed) => onChange({ ...groups, [name]: changed })}
              onDelete={() => onChange(Object.fromEntries(Object.entries(groups).filter(([other]) => other !== name)))}
            />
          </Disclosure>
        );
      })}
      <NewGroup
        names={names}
        onAdd={(groupName) => {
          onChange({ ...groups, [groupName]: createGroup(groupName) });
          setOpenName(groupName);
        }}
      />
      <div className={classes.importGroups}>
        <ImportGroups groups={groups} onChange={onChange} />
        <p className={classes.note}>
          {t`One line for each member, with the columns “group” and “member”. A column “includes” names a group whose members belong to the group, too.`}
        </p>
      </div>
    </>
  );
}

interface GroupFieldsProps {
  group: DirectoryGroupConfig;
  otherNames: string[];
  onChange: (group: DirectoryGroupConfig) => void;
  onDelete: () => void;
}

function GroupFields({ group, otherNames, onChange, onDelete }: GroupFieldsProps) {
  const { groupName, members, includeFromOtherGroups } = group;
  const [typedText, setTypedText] = useState(members.join("\n"));
  return (
    <div className={classes.fields}>
      <Textarea
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Members of ${groupName}`}
        description={t`One email address per line. You can paste a column of a table.`}
        autosize
        minRows={4}
        maxRows={12}
        // What was saved or discarded meanwhile goes before what was typed.
        value={splitAddresses(typedText).join() === members.join() ? typedText : members.join("\n")}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTypedText(text);
          onChange({ ...group, members: splitAddresses(text) });
        }}
      />
      {otherNames.length > 0 && (
        <MultiSelect
          classNames={{ input: fieldClasses.input ?? "" }}
          label={t`Also the members of`}
          data={otherNames}
          value={includeFromOtherGroups}
          onChange={(includes) => onChange({ ...group, includeFromOtherGroups: includes })}
        />
      )}
      <div>
        <Button size="xs" variant="default" onClick={onDelete}>{t`Delete ${groupName}`}</Button>
      </div>
    </div>
  );
}

const splitAddresses = (text: string) => text.split(/[\s,;]+/).filter((entry) => entry !== "");

function NewGroup({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  const { name, problem } = useNewEntry("amplifyGroups");
  const add = () => submitNewEntry("amplifyGroups", (entry) => findEntryProblem("amplifyGroups", entry, names), onAdd);
  return (
    <div className={classes.newGroup}>
      <TextInput
        classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
        label={t`New group`}
        placeholder={t`Name`}
        maxLength={200}
        value={name}
        error={problem?.text}
        onChange={(event) => changeNewEntry("amplifyGroups", { name: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add()}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>{t`Add group`}</Button>
    </div>
  );
}
