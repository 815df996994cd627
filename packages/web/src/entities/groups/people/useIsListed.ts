import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailsQuery, findCachedEmails } from "./emailsQuery.ts";
import { isEmail } from "./peopleEntries.ts";

/** With more people, only what is known from suggestions is shown, because each search counts as 20 calls. */
export const maxSearchedPeople = 10;

/** True if the directory lists the address, false if it does not, null if this is not known. */
export function useIsListed(entry: string, isSearched: boolean): boolean | null {
  const cache = useQueryClient();
  const cachedEmails = isEmail(entry) ? findCachedEmails(cache, entry) : undefined;
  const { data } = useQuery({
    ...emailsQuery(entry),
    enabled: isSearched && isEmail(entry) && cachedEmails === undefined,
  });
  const emails = cachedEmails ?? data;
  return emails ? emails.includes(entry) : null;
}
