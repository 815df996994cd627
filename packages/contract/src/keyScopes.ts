/** What an API key may open. `full_access` opens everything that keys may open. */
export const keyScopes = ["full_access", "assistants", "chat", "file_upload", "share", "dual_embedding"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The scopes of which a key needs one, or `none` if no key may. */
export type RequiredKeyScopes = readonly [KeyScope, ...KeyScope[]] | "none";

/** What a request to `/chat` may need. A request needs a scope of each capability that it uses. */
export const chatKeyScopes = {
  /** To ask, follow and stop. */
  chat: ["full_access", "chat"],
  /** To store the turn in the person's conversation. */
  cloudConversation: ["full_access"],
  /** To use documents as data sources. */
  documents: ["full_access", "file_upload"],
  /** To name an assistant, or to send a draft of one. */
  assistant: ["full_access", "assistants"],
} satisfies Record<string, RequiredKeyScopes>;
export type ChatCapability = keyof typeof chatKeyScopes;
