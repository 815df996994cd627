export { createService, listServices, toAsciiWords } from "./createService.ts";
export type { Service } from "./repository.ts";
export { type Recipient, resolveRecipients } from "./resolveRecipients.ts";
