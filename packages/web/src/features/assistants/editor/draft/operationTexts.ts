import type { AssistantCapabilities, HttpAuth } from "@lectern/contract";
import { t } from "@lingui/core/macro";

type LanguageVersion = ReturnType<typeof AssistantCapabilities.parse>["opsLanguageVersion"];

export const languageVersions: readonly LanguageVersion[] = ["v1", "v2", "v3", "v4", "custom"];

/** The version that is shown under another name than its own. Not translated: it is a name. */
const deepVersionName = "Deep VU1";

export function formatLanguageVersion(version: LanguageVersion): string {
  if (version === "v4") return deepVersionName;
  return version === "custom" ? t`Custom` : version;
}

export function formatAuthType(type: HttpAuth["type"]): string {
  switch (type) {
    case "none":
      return t({ message: "None", comment: "A request without authentication" });
    case "basic":
      return t`Username and password (basic)`;
    case "bearer":
      return t`Token (bearer)`;
    default:
      return type satisfies never;
  }
}

/** What stands for a parameter in a request. */
export const formatPlaceholder = (name: string) => `\${${name}}`;

export const formatSecretsNotCopied = () => t`Secrets of APIs can’t be copied. Please enter them again.`;
