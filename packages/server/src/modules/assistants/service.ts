export { deleteAssistantsOfGroup } from "./deleteAssistant.ts";
export { findAppliedAssistant } from "./findAppliedAssistant.ts";
export { authorizeVersion, findUsableAssistant } from "./findUsableAssistant.ts";
