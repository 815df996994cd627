import type { Group } from "@lectern/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailsQuery, findCachedEmails } from "./emailsQuery.ts";
import { suggestGroups, toGroupEntry } from "./findEntryProblem.ts";
import { isGroupEntry } from "./peopleEntries.ts";
import { type EnterableGroups, findGroupsByWord } from "./wholeGroups.ts";

const debounceMs = 200;

export interface PeopleSuggestion {
  /** What is entered. */
  entry: string;
  /** The group that is entered as a whole. */
  wholeGroup?: Group;
  /** The group whose present members are entered. */
  memberGroup?: Group;
}

interface SuggestionOptions extends EnterableGroups {
  text: string;
  /** Entries that are not suggested, in lower case. */
  excluded: ReadonlySet<string>;
}

interface PeopleSuggestions {
  suggestions: readonly PeopleSuggestion[];
  hasFailed: boolean;
}

/**
 * Suggests groups and addresses that match the typed text; after `#`, only groups. Groups come first, because they are
 * known before the addresses, which must not move them.
 */
export function usePeopleSuggestions({
  text,
  excluded,
  groups,
  wholeGroups = [],
}: SuggestionOptions): PeopleSuggestions {
  const cache = useQueryClient();
  const prefix = text.trim().toLowerCase();
  const isGroup = isGroupEntry(prefix);
  const [settledPrefix] = useDebouncedValue(prefix, debounceMs);
  const cachedEmails = isGroup || prefix === "" ? undefined : findCachedEmails(cache, prefix);
  const needsSearch = prefix !== "" && !isGroup && prefix === settledPrefix && cachedEmails === undefined;
  const { data, isError } = useQuery({ ...emailsQuery(settledPrefix), enabled: needsSearch });
  const emails = (prefix !== "" && !isGroup && (cachedEmails ?? (needsSearch ? data : undefined))) || [];
  const candidates: PeopleSuggestion[] = [
    ...(isGroup ? [] : findGroupsByWord(prefix, wholeGroups)).map((group) => ({ entry: group.id, wholeGroup: group })),
    ...suggestGroups(prefix, groups ?? []).map((group) => ({
      entry: toGroupEntry(group, groups ?? []),
      memberGroup: group,
    })),
    ...emails.map((entry) => ({ entry })),
  ];
  return {
    suggestions: candidates.filter(({ entry }) => !excluded.has(entry.toLowerCase())),
    hasFailed: needsSearch && isError,
  };
}
