export { findAppliedAssistant } from "./findAppliedAssistant.ts";
