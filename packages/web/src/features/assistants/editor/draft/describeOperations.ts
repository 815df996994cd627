import { type AssistantContent, type AssistantOperation, isCustomApi, keptSecret } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ContentField } from "./contentField.ts";
import { asksBeforeCalls, toCustomApiDraft } from "./customApiDraft.ts";
import { formatAuthType, formatLanguageVersion, formatPlaceholder } from "./operationTexts.ts";

/** Returns what the assistant can call as people read it. Secrets are only named. */
export function describeOperations({ data }: AssistantContent): ContentField[] {
  const { operations, featureOptions, opsLanguageVersion } = data;
  const registered = operations.filter((operation) => !isCustomApi(operation));
  return [
    {
      id: "callsApis",
      label: t`Let the assistant call APIs`,
      text: featureOptions.IncludeApiInstr ? t({ message: "On", comment: "An option that is switched on" }) : "",
    },
    {
      id: "operations",
      label: t`Enabled API Capabilities`,
      text: registered.map(({ name, id }) => name || id).join("\n"),
    },
    ...operations.filter(isCustomApi).map(describeCustomApi),
    {
      id: "opsLanguageVersion",
      label: t`Assistant Ops Language Version`,
      text: opsLanguageVersion === "v1" ? "" : formatLanguageVersion(opsLanguageVersion),
    },
  ];
}

function describeCustomApi(operation: AssistantOperation): ContentField {
  const api = toCustomApiDraft(operation);
  const { id, name, requestType, url, params, headers, body, auth, description, confirmationMessage } = api;
  const credentials = auth.type === "bearer" ? auth.token : auth.password;
  const lines = [
    [requestType ?? "", url].join(" ").trim(),
    description,
    ...params.map((param) =>
      [formatPlaceholder(param.name), param.description].filter((part) => part !== "").join(": "),
    ),
    ...headers.map((header) => `${header.name}: ${formatSecret(header.value)}`),
    body,
    auth.type === "none"
      ? ""
      : [formatAuthType(auth.type), auth.username, formatSecret(credentials)].filter((part) => part !== "").join(", "),
    asksBeforeCalls(api) ? [t`Ask before each call`, confirmationMessage].filter((part) => part !== "").join(": ") : "",
  ];
  return { id: `api:${id}`, label: t`Custom API ${name}`, text: lines.filter((line) => line !== "").join("\n") };
}

/** Differs for a secret that has been replaced. */
function formatSecret(secret: string): string {
  if (secret === "") return t`no value`;
  return secret === keptSecret ? t`stored value` : t`new value`;
}
