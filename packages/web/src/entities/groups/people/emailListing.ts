import { findUnlistedEmailAddresses, limits } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** True if the directory lists an address in lower case, false if it does not, null if the server does not tell. */
export const emailListingQuery = (email: string) =>
  queryOptions({
    queryKey: ["emailListing", email],
    queryFn: () => loadListing(email),
    staleTime: 5 * 60_000,
    retry: false,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });

/** The addresses of the next call. */
let batch: { emails: string[]; unlisted: Promise<ReadonlySet<string> | null> } | null = null;

/** Asks for all addresses that appear at once, such as pasted ones, in as few calls as possible. */
async function loadListing(email: string): Promise<boolean | null> {
  if (batch === null || batch.emails.length === limits.emailsPerLookup) {
    const emails: string[] = [];
    batch = { emails, unlisted: Promise.resolve().then(() => findUnlisted(emails)) };
  }
  batch.emails.push(email);
  const unlisted = await batch.unlisted;
  return unlisted && !unlisted.has(email);
}

async function findUnlisted(emails: readonly string[]): Promise<ReadonlySet<string> | null> {
  // Effects that run one after the other belong together.
  await new Promise((resolve) => setTimeout(resolve));
  if (batch?.emails === emails) batch = null;
  const { unlisted } = await call(findUnlistedEmailAddresses, { emails: [...emails] });
  return unlisted && new Set(unlisted);
}
