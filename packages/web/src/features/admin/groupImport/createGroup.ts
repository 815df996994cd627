import type { DirectoryGroupConfig } from "@lectern/contract";

/** Creates a group of the directory without members. */
export const createGroup = (groupName: string): DirectoryGroupConfig => ({
  groupName,
  members: [],
  createdBy: null,
  includeFromOtherGroups: [],
});
