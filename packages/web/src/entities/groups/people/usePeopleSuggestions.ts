import type { Group } from "@lectern/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailsQuery, findCachedEmails } from "./emailsQuery.ts";
import { suggestGroups, toGroupEntry } from "./findEntryProblem.ts";
import { isGroupEntry } from "./peopleEntries.ts";

const debounceMs = 200;

export interface PeopleSuggestion {
  /** What is entered. */
  entry: string;
  /** What is shown. */
  label: string;
}

interface SuggestionOptions {
  text: string;
  /** Entries that are not suggested, in lower case. */
  excluded: ReadonlySet<string>;
  groups: readonly Group[] | undefined;
}

interface PeopleSuggestions {
  suggestions: readonly PeopleSuggestion[];
  hasFailed: boolean;
}

/** Suggests addresses that begin with the typed text, or the person's groups after `#`. */
export function usePeopleSuggestions({ text, excluded, groups }: SuggestionOptions): PeopleSuggestions {
  const cache = useQueryClient();
  const prefix = text.trim().toLowerCase();
  const isGroup = isGroupEntry(prefix);
  const [settledPrefix] = useDebouncedValue(prefix, debounceMs);
  const cachedEmails = isGroup || prefix === "" ? undefined : findCachedEmails(cache, prefix);
  const needsSearch = prefix !== "" && !isGroup && prefix === settledPrefix && cachedEmails === undefined;
  const { data, isError } = useQuery({ ...emailsQuery(settledPrefix), enabled: needsSearch });
  const emails = (prefix !== "" && !isGroup && (cachedEmails ?? (needsSearch ? data : undefined))) || [];
  const candidates = isGroup
    ? suggestGroups(prefix, groups ?? []).map((group) => ({
        entry: toGroupEntry(group, groups ?? []),
        label: `#${group.name}`,
      }))
    : emails.map((email) => ({ entry: email, label: email }));
  return {
    suggestions: candidates.filter(({ entry }) => !excluded.has(entry.toLowerCase())),
    hasFailed: needsSearch && isError,
  };
}
