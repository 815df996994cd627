export { areVisible } from "./areVisible.ts";
export { assertScope, hasScopes } from "./gates.ts";
export { assertSiteAdmin, authorizeGroup, type GroupVerb, isGroupVerbAllowed } from "./groupPolicy.ts";
export {
  findDirectoryGroupNames,
  getSubject,
  type Subject,
  selectDirectoryGroupIds,
  selectDirectoryGroupNames,
  selectGroupLevels,
} from "./memberships.ts";
export { authorizeRole, isVerbAllowed } from "./objectPolicy.ts";
export { findObjectRole } from "./objectRoles.ts";
export {
  defineObjectType,
  getObjectType,
  getTable,
  listObjectTables,
  type ObjectType,
  type VerbOf,
} from "./objectTypes.ts";
export type { Role } from "./roles.ts";
export {
  attachedTo,
  getGroupOwnerId,
  getOwnerId,
  getOwnerIdOfAssistant,
  getOwnerIdOfRow,
  isVisibleAtLevel,
  isVisibleTo,
  type OwnerId,
  openByLink,
  ownedBy,
  type Scope,
  selectRelatedIds,
  selectRole,
  visibleTo,
} from "./scope.ts";
export { getDirectoryViewer, joinVisibility, selectListedEmails, sharesGroupWith } from "./sharedGroups.ts";
