export { giveGrants, listGrants, revokeGrants } from "./changeGrants.ts";
