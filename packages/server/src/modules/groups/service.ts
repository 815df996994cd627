export { changeAdminGroups, listAdminGroups } from "./changeAdminGroups.ts";
export { setGroupAnalysis, setGroupPublic, setGroupTypes } from "./changeGroup.ts";
export { createBuiltInGroup } from "./createBuiltInGroup.ts";
export { createGroup } from "./createGroup.ts";
export { deletedGroupRetentionMs } from "./deletedGroupRetention.ts";
export {
  changeDirectoryGroupMembers,
  createDirectoryGroup,
  listDirectoryGroups,
  setDirectoryGroupIncludes,
} from "./directoryGroups/directoryGroups.ts";
export { getDirectoryGroupIds } from "./directoryGroups/getDirectoryGroupIds.ts";
export {
  assertDirectoryGroups,
  listDirectoryGroupConfigs,
  lockDirectoryGroups,
  replaceDirectoryGroups,
} from "./directoryGroups/replaceDirectoryGroups.ts";
export { setDirectoryGroupsOfGroup } from "./directoryGroups/setDirectoryGroupsOfGroup.ts";
export { getGroup, getGroups, getLockedGroup } from "./getGroup.ts";
export { getInvitationExpiry } from "./invitations/getInvitationExpiry.ts";
export { resolveInvitations } from "./invitations/resolveInvitations.ts";
export { listGroups } from "./listGroups.ts";
export { addMembers } from "./members/addMembers.ts";
export { addReader } from "./members/addReader.ts";
export { assertSuccessors } from "./members/assertSuccessors.ts";
export { changeLevels } from "./members/changeLevels.ts";
export { listMembers } from "./members/listMembers.ts";
export { leaveGroup, removeMembers } from "./members/removeMembers.ts";
export {
  listGroupsOfOnlyAdministrator,
  listStoredMemberships,
  lockPeople,
  lockPeopleShared,
} from "./members/repository.ts";
export { getRecipientKey, resolveMemberNames } from "./members/resolveMembers.ts";
export { toAuditedRecipient } from "./members/storeMembers.ts";
export { toMemberInput } from "./members/toMemberInput.ts";
export {
  type Concerned,
  findConcernedByGrants,
  listWritersOfGroup,
  publishRights,
  publishToConcerned,
} from "./publishRights.ts";
export { findBuiltInGroup, findGroupIds, hasGroups } from "./repository.ts";
export { takeOverGroup } from "./takeOverGroup.ts";
