import { t } from "@lingui/core/macro";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";
import { isEmailLike, isWebAddress } from "./checks.ts";
import { OptionalText } from "./OptionalText.tsx";

// Not translated: the beginning of an address.
const urlExample = "https://";

/** Where people read more, and whom they ask. */
export function LinkFields({ appearance, isLocked, change }: AppearanceFieldsProps) {
  const { policyUrl, helpUrl, contactEmail, supportEmail } = appearance;
  return (
    <>
      <OptionalText
        type="url"
        label={t`Data policy`}
        description={t`Linked from the sign-in page and the account menu`}
        placeholder={urlExample}
        value={policyUrl}
        isLocked={isLocked("policyUrl")}
        error={checkUrl(policyUrl)}
        onChange={(value) => change({ policyUrl: value })}
      />
      <OptionalText
        type="url"
        label={t`Help pages`}
        description={t`Linked from the account menu`}
        placeholder={urlExample}
        value={helpUrl}
        isLocked={isLocked("helpUrl")}
        error={checkUrl(helpUrl)}
        onChange={(value) => change({ helpUrl: value })}
      />
      <OptionalText
        type="email"
        label={t`Address for questions`}
        description={t`Shown on the sign-in page`}
        placeholder={t`None`}
        maxLength={254}
        value={contactEmail}
        isLocked={isLocked("contactEmail")}
        error={checkEmail(contactEmail)}
        onChange={(value) => change({ contactEmail: value })}
      />
      <OptionalText
        type="email"
        label={t`Address for feedback`}
        description={t`Shown in the tab More, and to people who are blocked`}
        placeholder={contactEmail ?? t`None`}
        maxLength={254}
        value={supportEmail}
        isLocked={isLocked("supportEmail")}
        error={checkEmail(supportEmail)}
        onChange={(value) => change({ supportEmail: value })}
      />
    </>
  );
}

const checkUrl = (url: string | null) =>
  url !== null && !isWebAddress(url) ? t`An address starts with https:// or http://.` : null;

const checkEmail = (email: string | null) =>
  email !== null && !isEmailLike(email) ? t`This is not an email address.` : null;
