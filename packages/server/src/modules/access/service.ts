export { getOwnerId, getOwnerIdOfRow, type OwnerId } from "./scope.ts";
