import type { PublicConfig, SessionError } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconInfoCircle, IconLogin2 } from "@tabler/icons-react";
import { getSignInPath, saveFragment } from "../../entities/session/signIn.ts";
import { Logo } from "../../ui/Logo.tsx";
import { ConditionsOfUse } from "./ConditionsOfUse.tsx";
import { LanguageButtons } from "./LanguageButtons.tsx";
import classes from "./SignedOutScreen.module.css";

interface SignedOutScreenProps {
  config: PublicConfig;
  /** The reason why the person was signed out; null if they were not signed in. */
  reason: SessionError | null;
}

/** The screen for people who are not signed in: the product, the sign-in button and the conditions of use. */
export function SignedOutScreen({ config, reason }: SignedOutScreenProps) {
  return (
    <main className={classes.screen}>
      <div className={classes.sheet}>
        <section className={classes.welcome}>
          <div className={classes.brand}>
            <Logo size={56} />
            <h1 className={classes.title}>{config.productName}</h1>
            <p
              className={classes.tagline}
            >{t`Your institution’s place to read, think and write with language models.`}</p>
          </div>
          {reason && (
            <p className={classes.reason} role="alert">
              <IconInfoCircle size={18} aria-hidden />
              <span>{formatReason(reason)}</span>
            </p>
          )}
          <Button
            component="a"
            href={getSignInPath()}
            onClick={saveFragment}
            size="md"
            className={classes.button}
            leftSection={<IconLogin2 size={18} aria-hidden />}
          >
            {t`Sign in with single sign-on`}
          </Button>
          <p className={classes.consent}>{t`By signing in, you accept the conditions of use.`}</p>
          <LanguageButtons />
        </section>
        <ConditionsOfUse
          conditions={config.conditions}
          policyUrl={config.policyUrl}
          contactEmail={config.contactEmail}
        />
      </div>
    </main>
  );
}

function formatReason(reason: SessionError): string {
  switch (reason) {
    case "RefreshAccessTokenError":
      return t`Your sign-in couldn’t be renewed, so you were signed out. Your unsent text is saved in this browser. Sign in again to continue.`;
    case "SessionExpiredError":
      return t`Your session has ended, so you were signed out. Your unsent text is saved in this browser. Sign in again to continue.`;
    default:
      return reason satisfies never;
  }
}
