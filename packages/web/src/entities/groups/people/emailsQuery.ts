import { limits, listEmailAddresses } from "@lectern/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

const emailsKey = (prefix: string) => ["emails", prefix] as const;

/** The addresses of the directory that begin with a prefix in lower case. */
export const emailsQuery = (prefix: string) =>
  queryOptions({
    queryKey: emailsKey(prefix),
    queryFn: async ({ signal }) => (await call(listEmailAddresses, { emailprefix: prefix }, { signal })).emails,
    staleTime: 5 * 60_000,
    retry: false,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });

/**
 * Finds the addresses that begin with a prefix in a complete answer for a shorter one, because each search costs as
 * much as 20 other calls; undefined if none is cached.
 */
export function findCachedEmails(cache: QueryClient, prefix: string): string[] | undefined {
  for (let length = prefix.length; length > 0; length -= 1) {
    const emails = cache.getQueryData<string[]>(emailsKey(prefix.slice(0, length)));
    if (emails && (length === prefix.length || emails.length < limits.suggestedEmails)) {
      return emails.filter((email) => email.startsWith(prefix));
    }
  }
  return undefined;
}
