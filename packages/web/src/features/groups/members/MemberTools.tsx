import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch, IconUserPlus } from "@tabler/icons-react";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../management/GroupManagement.module.css";
import { RefusableButton } from "../RefusableButton.tsx";

interface MemberToolsProps {
  search: string;
  onSearch: (search: string) => void;
  /** True if the button that adds members is shown. */
  hasActions: boolean;
  /** True if the person may change members. */
  canChange: boolean;
  onAdd: () => void;
}

/** The search above the table of members, and the button that adds some. */
export function MemberTools({ search, onSearch, hasActions, canChange, onAdd }: MemberToolsProps) {
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
        <RefusableButton
          kind="addMembers"
          isAllowed={canChange}
          leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />}
          onClick={onAdd}
        >
          {t`Add members`}
        </RefusableButton>
      )}
    </div>
  );
}
