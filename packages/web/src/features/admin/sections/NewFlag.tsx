import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import { findEntryProblem } from "../addNewEntries.ts";
import { changeNewEntry, submitNewEntry, useNewEntry } from "../newEntries.ts";

interface NewFlagProps {
  names: readonly string[];
  /** Called with the name as it was typed. */
  onAdd: (name: string) => void;
}

/** The field for a feature of the institution's own programs. What is typed is added by *Save Changes* as well. */
export function NewFlag({ names, onAdd }: NewFlagProps) {
  const { name, problem } = useNewEntry("featureFlags");
  const add = () => submitNewEntry("featureFlags", (entry) => findEntryProblem("featureFlags", entry, names), onAdd);
  return (
    <div className={classes.newGroup}>
      <TextInput
        classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
        label={t`New feature`}
        description={t`For programs of your own, which read it at /feature_flags/get. It changes nothing here.`}
        placeholder={t`Name`}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.flagNameLength}
        value={name}
        error={problem?.text}
        onChange={(event) => changeNewEntry("featureFlags", { name: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) add();
        }}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>{t`Add feature`}</Button>
    </div>
  );
}
