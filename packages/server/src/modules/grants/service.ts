export { giveGrants, listGrantees, listGrants, revokeGrants } from "./changeGrants.ts";
