export { blockPerson, unblockPerson } from "./blockPerson.ts";
export { erasePerson } from "./erasePerson.ts";
