import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./Admin.module.css";
import { findAssistants } from "./findAssistants.ts";

interface AssistantSearchProps {
  assistants: readonly AssistantSummary[];
  search: string;
  onSearch: (search: string) => void;
}

/** With fewer assistants, all are in view. */
const searchThreshold = 8;

/** The search above the list of a group's assistants, if they are many. */
export function AssistantSearch({ assistants, search, onSearch }: AssistantSearchProps) {
  if (assistants.length <= searchThreshold && search === "") return null;
  return (
    <div className={classes.searchRow}>
      <TextInput
        className={classes.search ?? ""}
        type="search"
        aria-label={t`Search assistants`}
        placeholder={t`Search assistants`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {findAssistants(assistants, search).length === 0 && <p className={classes.note} role="status">{t`No matches`}</p>}
    </div>
  );
}
