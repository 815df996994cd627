import { listLegacyWorkspaces } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** The workspaces that the person saved in an earlier product, newest first. */
export const legacyWorkspacesQuery = queryOptions({
  queryKey: ["legacyWorkspaces"],
  queryFn: async ({ signal }) => (await call(listLegacyWorkspaces, {}, { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: "always",
});
