import type { PublicConfig, SessionError } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconInfoCircle, IconLogin2 } from "@tabler/icons-react";
import { keepFragment, signInPath } from "../../entities/session/signIn.ts";
import { Logo } from "../../ui/Logo.tsx";
import { ConditionsOfUse } from "./ConditionsOfUse.tsx";
import classes from "./SignedOutScreen.module.css";

const reasons: Record<SessionError, string> = {
  RefreshAccessTokenError: "Your sign-in could not be renewed, so you were signed out.",
  SessionExpiredError: "Your session has ended, so you were signed out.",
};

interface SignedOutScreenProps {
  config: PublicConfig;
  /** Why somebody who was signed in no longer is; null for everybody else. */
  reason: SessionError | null;
}

/** What a person sees who is not signed in: where they are, how to get in, and what they may use it for. */
export function SignedOutScreen({ config, reason }: SignedOutScreenProps) {
  return (
    <main className={classes.screen}>
      <div className={classes.sheet}>
        <section className={classes.welcome}>
          <div className={classes.brand}>
            <Logo size={56} />
            <h1 className={classes.title}>{config.productName}</h1>
            <p className={classes.tagline}>Your institution’s place to read, think and write with language models.</p>
          </div>
          {reason && (
            <p className={classes.reason} role="alert">
              <IconInfoCircle size={18} aria-hidden />
              <span>{reasons[reason]} What you had typed is kept in this browser. Sign in again to go on.</span>
            </p>
          )}
          <Button
            component="a"
            href={signInPath}
            onClick={keepFragment}
            size="md"
            className={classes.button}
            leftSection={<IconLogin2 size={18} aria-hidden />}
          >
            Sign in with single sign-on
          </Button>
          <p className={classes.consent}>By signing in you accept the conditions of use.</p>
        </section>
        <ConditionsOfUse policyUrl={config.policyUrl} contactEmail={config.contactEmail} />
      </div>
    </main>
  );
}
