export { maskSecrets, openSecrets, sealSecrets } from "./secrets/requestSecrets.ts";
