import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailListingQuery } from "./emailListing.ts";
import { findCachedEmails } from "./emailsQuery.ts";
import { isEmail } from "./peopleEntries.ts";

/** True if the directory lists the address, false if it does not, null if this is not known. */
export function useIsListed(entry: string): boolean | null {
  const cache = useQueryClient();
  const isSuggested = isEmail(entry) && findCachedEmails(cache, entry)?.includes(entry) === true;
  const { data = null } = useQuery({ ...emailListingQuery(entry), enabled: isEmail(entry) && !isSuggested });
  return isSuggested || data;
}
