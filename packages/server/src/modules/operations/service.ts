export { listIntegrationOperations } from "./builtIn/builtInOperations.ts";
export { listRegisteredOperations } from "./listRegisteredOperations.ts";
export { assertCallableUrl } from "./request/assertCallableUrl.ts";
export { callHttpOperation } from "./request/callHttpOperation.ts";
export { callAssistantOperation } from "./run/callAssistantOperation.ts";
export { maskSecrets, openSecrets, sealSecrets } from "./secrets/requestSecrets.ts";
