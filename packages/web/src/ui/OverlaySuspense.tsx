import { type ReactNode, Suspense } from "react";
import { useEscape } from "./useEscape.ts";

interface OverlaySuspenseProps {
  isOpen: boolean;
  onClose: () => void;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** A menu or dialog whose code is loaded when it first opens. It handles Esc once it is shown. */
  children: ReactNode;
}

/** A suspense boundary around a menu or dialog. Esc also closes it while its code is loading. */
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
      {children}
    </Suspense>
  );
}

function CloseOnEscape({ onClose }: { onClose: () => void }) {
  useEscape(onClose);
  return null;
}
