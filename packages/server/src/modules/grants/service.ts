export { giveGrants, listGrantees, listGrants, revokeGrants } from "./changeGrants.ts";
export { dropGrant } from "./dropGrant.ts";
