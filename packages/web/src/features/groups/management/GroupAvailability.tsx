import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { type Group, updateGroupAmplifyGroups, updateGroupPublic } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Switch, TagsInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { useGroupChange } from "../useGroupChange.ts";
import classes from "./GroupManagement.module.css";

const sameNames = (a: readonly string[], b: readonly string[]) => a.join("\n") === b.join("\n");

/** Who is a member without being added: everybody, or the members of groups of the directory. */
export function GroupAvailability({ group }: { group: Group }) {
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const { run, isRunning } = useGroupChange("availability", group.level);
  const directoryGroups = group.amplifyGroups ?? [];
  const names = draft ?? directoryGroups;
  const isChanged = draft !== null && !sameNames(draft, directoryGroups);
  const saveNames = async () => {
    const error = await run(() => call(updateGroupAmplifyGroups, { group_id: group.id, amplifyGroups: [...names] }));
    if (error === null) setDraft(null);
  };
  return (
    <section className={classes.section} aria-labelledby="group-availability">
      <h3 id="group-availability" className={classes.heading}>
        {t`Who can use this group`}
      </h3>
      <Switch
        label={t`Public`}
        description={t`Everyone at your institution can chat with the published assistants of the group.`}
        checked={group.isPublic}
        disabled={isRunning}
        onChange={(event) => {
          const isPublic = event.currentTarget.checked;
          void run(() => call(updateGroupPublic, { group_id: group.id, isPublic }));
        }}
      />
      <TagsInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Directory groups`}
        description={t`Their members can chat with the published assistants. You can add groups that you belong to. Site administrators can add any directory group.`}
        placeholder={names.length > 0 ? "" : t`Type a name and press Enter`}
        value={[...names]}
        onChange={setDraft}
        maxTags={100}
        acceptValueOnBlur
      />
      <div className={classes.actions}>
        <Button
          size="sm"
          variant={isChanged ? "filled" : "default"}
          disabled={!isChanged}
          loading={isRunning && isChanged}
          onClick={() => void saveNames()}
        >
          {t`Update directory groups`}
        </Button>
      </div>
    </section>
  );
}
