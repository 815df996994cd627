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

type OptionalCapability = Exclude<ChatCapability, "chat">;

const capabilityNames: Record<OptionalCapability, string> = {
  cloudConversation: "To store the turn in a cloud conversation",
  documents: "To use documents",
  assistant: "To use an assistant",
};

const optionalCapabilities = Object.keys(capabilityNames) as OptionalCapability[];

/** Describes what an API key needs to ask a model, and in addition for what a question uses. */
export function describeChatKeyScopes(capabilities: readonly OptionalCapability[] = optionalCapabilities) {
  const scopes = Object.fromEntries(capabilities.map((name) => [name, chatKeyScopes[name]]));
  const sentences = capabilities.map(
    (name) => `${capabilityNames[name]}, it also needs ${chatKeyScopes[name].join(" or ")}.`,
  );
  const { description, ...keyScopes } = describeKeyScopes(chatKeyScopes.chat);
  return {
    ...keyScopes,
    "x-capability-key-scopes": scopes,
    description: [description, ...sentences].join(" "),
  };
}
