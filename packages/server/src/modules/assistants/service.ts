export { deleteAssistantsOfGroup } from "./deleteAssistantsOfGroup.ts";
export { findAppliedAssistant } from "./findAppliedAssistant.ts";
export { authorizeVersion, findUsableAssistant } from "./findUsableAssistant.ts";
