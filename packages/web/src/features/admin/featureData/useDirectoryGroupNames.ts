import { useQuery } from "@tanstack/react-query";
import { siteConfigQuery } from "../siteConfigQuery.ts";

/** The names of the groups of the directory that are saved. */
export function useDirectoryGroupNames(): string[] {
  // The form has loaded them, and a second load would change what somebody edits.
  const { data } = useQuery({ ...siteConfigQuery, enabled: false });
  return Object.keys(data?.amplifyGroups ?? {});
}
