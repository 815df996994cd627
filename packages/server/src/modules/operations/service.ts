export { listRegisteredOperations } from "./listRegisteredOperations.ts";
export { callAssistantOperation } from "./run/callAssistantOperation.ts";
export { maskSecrets, openSecrets, sealSecrets } from "./secrets/requestSecrets.ts";
