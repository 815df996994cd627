export { deleteWorkspaces } from "./repository.ts";
