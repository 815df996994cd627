import type { PublicConfig, SessionUser } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { lazy } from "../lib/preload/lazy.ts";
import { SignedInApp } from "./SignedInApp.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { LoadingScreen } from "./startup/LoadingScreen.tsx";
import { loadDisclosureScreen } from "./startup/prepareFirstScreen.ts";

const DisclosureScreen = lazy(() =>
  loadDisclosureScreen().then(({ DisclosureScreen }) => ({ default: DisclosureScreen })),
);
const DisclosureUpload = lazy(() =>
  import("../features/admin/panels/disclosure/DisclosureUpload.tsx").then(({ DisclosureUpload }) => ({
    default: DisclosureUpload,
  })),
);

interface DisclosureGateProps {
  user: SessionUser;
  config: PublicConfig;
  /** True if the person has to accept the data disclosure agreement. */
  isRequired: boolean;
}

/**
 * The signed-in application, or the agreement instead. If the agreement is replaced while the application is open, it
 * stays below, with everything that the person has written.
 */
export function DisclosureGate({ user, config, isRequired }: DisclosureGateProps) {
  const [wasOpened, setWasOpened] = useState(!isRequired);
  if (!isRequired && !wasOpened) setWasOpened(true);
  return (
    <>
      {wasOpened && <SignedInApp user={user} config={config} isHeld={isRequired} />}
      {isRequired && (
        <ErrorBoundary subject={t`The data disclosure agreement`}>
          <Suspense fallback={wasOpened ? null : <LoadingScreen />}>
            <DisclosureScreen
              email={user.email}
              replacement={
                user.isAdmin && (
                  <Suspense fallback={null}>
                    <DisclosureUpload />
                  </Suspense>
                )
              }
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
