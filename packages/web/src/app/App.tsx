import { Button } from "@mantine/core";
import { useEffect } from "react";
import { refreshSession, type SessionState, useSession, useSessionUpkeep } from "../entities/session/session.ts";
import { SignedOutScreen } from "../features/identity/SignedOutScreen.tsx";
import { onUnauthenticated } from "../lib/call.ts";
import { CallError } from "../lib/callError.ts";
import { ErrorView } from "../ui/ErrorView.tsx";
import { SignedInApp } from "./SignedInApp.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";

/** The application: the loading screen, the sign-in screen or the signed-in application. */
export function App() {
  const session = useSession();
  useSessionUpkeep();
  useEffect(() => onUnauthenticated(() => void refreshSession()), []);
  return (
    <ErrorBoundary subject="The page">
      <Screen session={session} />
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
      return <SignedOutScreen config={session.config} reason={session.reason} />;
    case "signedIn":
      // The key discards all state when another person signs in.
      return <SignedInApp key={session.user.id} user={session.user} config={session.config} />;
    default:
      return session satisfies never;
  }
}

function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <main style={{ height: "100dvh" }}>
      <ErrorView
        title="The server could not be reached"
        lines={[
          "Your sign-in could not be checked. Nothing was lost: drafts and local conversations stay in this browser.",
          details?.reason ?? error.message,
        ]}
        requestId={details?.requestId}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
