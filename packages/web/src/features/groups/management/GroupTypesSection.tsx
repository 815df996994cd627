import { type Group, type GroupLevel, updateGroupTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import { GroupTypesField } from "../GroupTypesField.tsx";
import { RefusableButton } from "../RefusableButton.tsx";
import { useGroupChange } from "../useGroupChange.ts";
import classes from "./GroupManagement.module.css";

interface GroupTypesSectionProps {
  group: Group;
  level: GroupLevel | null;
  /** True for those who can change the types, or could when the page was opened. */
  hasActions: boolean;
}

/** The types of a group, which administrators can change. */
export function GroupTypesSection({ group, level, hasActions }: GroupTypesSectionProps) {
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const { run, isRunning } = useGroupChange("types", level);
  const types = draft ?? group.groupTypes;
  const isChanged = draft !== null && draft.join("\n") !== group.groupTypes.join("\n");
  const save = async () => {
    const error = await run(() => call(updateGroupTypes, { group_id: group.id, types: [...types] }));
    if (error === null) setDraft(null);
  };
  return (
    <section className={classes.section} aria-label={t`Group Types`}>
      <GroupTypesField types={types} isReadOnly={level !== "admin"} onChange={setDraft} />
      {hasActions && (
        <div className={classes.actions}>
          <RefusableButton
            kind="types"
            isAllowed={level === "admin"}
            disabled={level === "admin" && !isChanged}
            variant={isChanged ? "filled" : "default"}
            loading={isRunning}
            onClick={() => void save()}
          >
            {t`Update group types`}
          </RefusableButton>
        </div>
      )}
    </section>
  );
}
