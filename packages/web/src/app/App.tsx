import { Button } from "@mantine/core";
import { useEffect } from "react";
import { refreshSession, type SessionState, useSession, useSessionUpkeep } from "../entities/session/session.ts";
import { SignedOutScreen } from "../features/identity/SignedOutScreen.tsx";
import { onUnauthenticated } from "../lib/call.ts";
import { CallError } from "../lib/callError.ts";
import { ErrorView } from "../ui/ErrorView.tsx";
import { ChatPage } from "./SignedInApp.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";

/** The application: who is signed in decides what is drawn. */
export function App() {
  const session = useSession();
  useSessionUpkeep();
  useEffect(() => onUnauthenticated(() => void refreshSession()), []);
  return (
    <ErrorBoundary what="The page">
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
      // The key: nothing of one person's screen survives into the next person's.
      return <ChatPage key={session.user.id} user={session.user} config={session.config} />;
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
          "It is not known yet whether you are signed in. Nothing was lost: drafts and local conversations stay in this browser.",
          details?.reason ?? error.message,
        ]}
        requestId={details?.requestId}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
