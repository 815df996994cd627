import { type KeyScope, keyScopes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatList } from "../../../lib/i18n/formats.ts";
import { getAccessText } from "../keyTexts.ts";
import type { ReferenceOp } from "./apiReference.ts";

/** The title of a domain of the document. One that is not known here has its own name. */
export function getDomainTitle(domain: string): string {
  switch (domain) {
    case "Chat":
      return t`Chat`;
    case "OpenAI-compatible":
      return t`OpenAI-compatible`;
    case "Files":
      return t`Files`;
    case "Assistants":
      return t`Assistants`;
    case "Conversations":
      return t({ message: "Cloud chats", context: "API" });
    case "Export":
      return t({ message: "Export", context: "API" });
    case "Sharing":
      return t`Sharing`;
    case "Artifacts":
      return t`Artifacts`;
    case "Memory":
      return t`Memory`;
    case "Groups":
      return t`Groups`;
    case "Prompts":
      return t`Prompts`;
    case "Costs":
      return t({ message: "Costs", context: "API" });
    case "Other":
      return t({ message: "Other", context: "API" });
    default:
      return domain;
  }
}

/** Which keys may call it, in a sentence for each condition. */
export function describeScopes({ scopes, capabilityScopes }: ReferenceOp): string[] {
  const names = nameScopes(scopes);
  return [
    t`A key needs the access ${names}.`,
    ...Object.entries(capabilityScopes).map(([capability, needed]) =>
      describeCapability(capability, nameScopes(needed)),
    ),
  ];
}

function describeCapability(capability: string, names: string): string {
  switch (capability) {
    case "cloudConversation":
      return t`To store the turn in a cloud chat, it also needs ${names}.`;
    case "documents":
      return t`To use documents, it also needs ${names}.`;
    case "assistant":
      return t`To use an assistant, it also needs ${names}.`;
    default:
      return `${capability}: ${names}`;
  }
}

const nameScopes = (scopes: readonly string[]): string =>
  formatList(
    scopes.map((scope) => (isScope(scope) ? `“${getAccessText(scope).name}”` : scope)),
    "disjunction",
  );

const isScope = (scope: string): scope is KeyScope => keyScopes.some((known) => known === scope);
