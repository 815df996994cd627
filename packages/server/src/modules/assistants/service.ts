export { deleteAssistantsOfGroup } from "./deleteAssistantsOfGroup.ts";
export { findAppliedAssistant } from "./findAppliedAssistant.ts";
export { findDraftAssistant } from "./findDraftAssistant.ts";
export { authorizeReplayOf, findUsableAssistant } from "./findUsableAssistant.ts";
export { listUsableAssistants } from "./listUsableAssistants.ts";
export { toAssistantState } from "./toAssistantState.ts";
