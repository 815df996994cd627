import { type ChatCapability, chatKeyScopes, type RequiredKeyScopes } from "@lectern/contract";

interface KeyScopesDescription {
  /** The scopes of which an API key needs one; empty if no key is enough. */
  "x-key-scopes": readonly string[];
  description: string;
}

/** Describes what an API key needs for an operation, in a sentence and as data. */
export function describeKeyScopes(required: RequiredKeyScopes): KeyScopesDescription {
  if (required === "none") return { "x-key-scopes": [], description: "API keys cannot call this." };
  return { "x-key-scopes": required, description: `An API key needs the access type ${required.join(" or ")}.` };
}

const capabilityNames: Record<Exclude<ChatCapability, "chat">, string> = {
  cloudConversation: "To store the turn in a cloud conversation",
  documents: "To use documents",
  assistant: "To use an assistant",
};

/** Describes what an API key needs for the chat, and in addition for what a question uses. */
export function describeChatKeyScopes() {
  const { chat, ...capabilities } = chatKeyScopes;
  const names = Object.keys(capabilities) as (keyof typeof capabilities)[];
  const sentences = names.map((name) => `${capabilityNames[name]}, it also needs ${capabilities[name].join(" or ")}.`);
  const { description, ...scopes } = describeKeyScopes(chat);
  return {
    ...scopes,
    "x-capability-key-scopes": capabilities,
    description: [description, ...sentences].join(" "),
  };
}
