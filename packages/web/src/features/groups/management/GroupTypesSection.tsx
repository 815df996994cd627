import type { Group, GroupLevel } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { GroupTypesField } from "../GroupTypesField.tsx";
import { RefusableButton } from "../RefusableButton.tsx";
import classes from "./GroupManagement.module.css";
import { useTypesChange } from "./useTypesChange.ts";

interface GroupTypesSectionProps {
  group: Group;
  level: GroupLevel | null;
  /** True for those who can change the types, or could when the page was opened. */
  hasActions: boolean;
}

/** The types of a group, which administrators can change. Asks before one is removed that assistants use. */
export function GroupTypesSection({ group, level, hasActions }: GroupTypesSectionProps) {
  const { types, isChanged, isBusy, setTypes, submit, ...removal } = useTypesChange(group, level);
  return (
    <section className={classes.section} aria-labelledby="group-types">
      <h3 id="group-types" className={classes.heading}>
        {t`Group Types`}
      </h3>
      <GroupTypesField types={types} isReadOnly={level !== "admin"} hasHeading onChange={setTypes} />
      {hasActions && (
        <div className={classes.actions}>
          <RefusableButton
            kind="types"
            isAllowed={level === "admin"}
            disabled={level === "admin" && !isChanged}
            variant={isChanged ? "filled" : "default"}
            loading={isBusy}
            onClick={submit}
          >
            {t`Update group types`}
          </RefusableButton>
        </div>
      )}
      <ConfirmDialog
        isOpen={removal.isAsking}
        title={t`Remove group types`}
        message={removal.question}
        confirmLabel={t`Remove group types`}
        isDestructive
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      />
    </section>
  );
}
