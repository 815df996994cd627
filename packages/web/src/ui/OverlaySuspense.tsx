import { type ReactNode, Suspense } from "react";
import { OverlayBoundary } from "./OverlayBoundary.tsx";
import { useEscape } from "./useEscape.ts";

interface OverlaySuspenseProps {
  isOpen: boolean;
  onClose: () => void;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** A menu or dialog whose code is loaded when it first opens. It handles Esc once it is shown. */
  children: ReactNode;
}

/** The boundaries around a menu or dialog. Esc also closes it while its code is loading, and a failure closes it. */
export function OverlaySuspense({ isOpen, onClose, fallback = null, children }: OverlaySuspenseProps) {
  return (
    <Suspense
      fallback={
        <>
          {fallback}
          {isOpen && <CloseOnEscape onClose={onClose} />}
        </>
      }
    >
      <OverlayBoundary isOpen={isOpen} onClose={onClose}>
        {children}
      </OverlayBoundary>
    </Suspense>
  );
}

function CloseOnEscape({ onClose }: { onClose: () => void }) {
  useEscape(onClose);
  return null;
}
