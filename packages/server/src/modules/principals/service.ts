export { createService, insertNewService, listServices, toAsciiWords } from "./createService.ts";
export { lockRecipients } from "./lockRecipients.ts";
export { findServiceOf, lockEmail } from "./repository.ts";
export { type Recipient, resolveRecipients } from "./resolveRecipients.ts";
