import { type Group, type GroupLevel, updateGroupTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useGroupDraft } from "../../../entities/groups/groupDrafts.ts";
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
  const { draft, change } = useGroupDraft(group.id);
  const { run, isRunning } = useGroupChange("types", level);
  const types = draft.types ?? group.groupTypes;
  const isChanged = types.join("\n") !== group.groupTypes.join("\n");
  const setDraft = (changed: readonly string[]) =>
    change({ types: changed.join("\n") === group.groupTypes.join("\n") ? null : changed });
  const save = async () => {
    const error = await run(() => call(updateGroupTypes, { group_id: group.id, types: [...types] }));
    if (error === null) change({ types: null });
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
