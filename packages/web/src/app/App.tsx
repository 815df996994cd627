import { t } from "@lingui/core/macro";
import { Suspense, useEffect } from "react";
import {
  refreshSession,
  requireDisclosure,
  type SessionState,
  useSession,
  useSessionRefresh,
} from "../entities/session/session.ts";
import { onDisclosureRequired, onUnauthenticated } from "../lib/call.ts";
import { useLocale } from "../lib/i18n/useLocale.ts";
import { lazy } from "../lib/preload/lazy.ts";
import { LogoUrlContext } from "../ui/Logo.tsx";
import { DisclosureGate } from "./DisclosureGate.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";
import { loadSignedOutScreen } from "./startup/prepareFirstScreen.ts";
import { SessionFailed } from "./startup/SessionFailed.tsx";
import { useAccentColor } from "./theme/useAccentColor.ts";

const SignedOutScreen = lazy(() => loadSignedOutScreen().then(({ SignedOutScreen }) => ({ default: SignedOutScreen })));

/** Shows the loading screen, the sign-in screen or the signed-in application. */
export function App() {
  const session = useSession();
  useSessionRefresh();
  useEffect(() => onUnauthenticated(() => void refreshSession()), []);
  useEffect(() => onDisclosureRequired(requireDisclosure), []);
  useLocale(); // Another language changes the texts of all screens.
  const config = "config" in session ? session.config : null;
  useAccentColor(config?.accentColor ?? null);
  return (
    <ErrorBoundary subject={t`The page`}>
      <LogoUrlContext value={config?.logoUrl ?? null}>
        <Screen session={session} />
      </LogoUrlContext>
    </ErrorBoundary>
  );
}

function Screen({ session }: { session: SessionState }) {
  switch (session.status) {
    case "loading":
      return <LoadingScreen />;
    case "failed":
      return <SessionFailed error={session.error} onRetry={session.retry} />;
    case "signedOut":
      return (
        <Suspense fallback={<LoadingScreen />}>
          <SignedOutScreen config={session.config} reason={session.reason} />
        </Suspense>
      );
    case "signedIn":
      // The key discards all state when another person signs in.
      return (
        <DisclosureGate
          key={session.user.id}
          user={session.user}
          config={session.config}
          isRequired={session.mustAcceptDisclosure}
        />
      );
    default:
      return session satisfies never;
  }
}
