export { createService, listServices, toAsciiWords } from "./createService.ts";
export { lockRecipients } from "./lockRecipients.ts";
export { lockEmail } from "./repository.ts";
export { type Recipient, resolveRecipients } from "./resolveRecipients.ts";
