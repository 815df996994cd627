export { authenticateKey, invalidKeyError } from "./authenticateKey.ts";
export { listKeyNames } from "./repository.ts";
