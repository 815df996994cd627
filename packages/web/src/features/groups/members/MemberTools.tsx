import { plural, t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch, IconUserPlus } from "@tabler/icons-react";
import { useIsNarrow } from "../../../lib/device.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../management/GroupManagement.module.css";
import { RefusableButton } from "../RefusableButton.tsx";
import type { useLevelChanges } from "./useLevelChanges.ts";

interface MemberToolsProps {
  search: string;
  onSearch: (search: string) => void;
  /** True if the buttons are shown. */
  hasActions: boolean;
  /** True if the person may change members. */
  canChange: boolean;
  selectedCount: number;
  levelChanges: ReturnType<typeof useLevelChanges>;
  onAdd: () => void;
  onDelete: () => void;
}

/** The search above the table of members, and the buttons that change members. */
export function MemberTools(props: MemberToolsProps) {
  const { search, onSearch, hasActions, canChange, selectedCount, levelChanges, onAdd, onDelete } = props;
  const isNarrow = useIsNarrow();
  // A narrow screen has no room for buttons that wait for a selection or a change.
  const showsRemoval = !isNarrow || !canChange || selectedCount > 0;
  const showsUpdate = !isNarrow || !canChange || levelChanges.count > 0;
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        classNames={{ input: fieldClasses.input }}
        type="search"
        aria-label={t`Search members`}
        placeholder={t`Search by name or address`}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {hasActions && (
        <>
          <RefusableButton
            kind="addMembers"
            isAllowed={canChange}
            leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />}
            onClick={onAdd}
          >
            {t`Add members`}
          </RefusableButton>
          {showsRemoval && (
            <RefusableButton
              kind="removeMembers"
              isAllowed={canChange}
              variant="default"
              disabled={canChange && selectedCount === 0}
              onClick={onDelete}
            >
              {selectedCount === 0
                ? t`Remove members`
                : plural(selectedCount, { one: "Remove # member", other: "Remove # members" })}
            </RefusableButton>
          )}
          {showsUpdate && (
            <RefusableButton
              kind="changeLevels"
              isAllowed={canChange}
              variant={levelChanges.count > 0 ? "filled" : "default"}
              disabled={canChange && levelChanges.count === 0}
              loading={levelChanges.isRunning}
              onClick={levelChanges.confirm}
            >
              {t`Update access`}
            </RefusableButton>
          )}
        </>
      )}
    </div>
  );
}
