import type { PublicConfig, SessionUser } from "@lectern/contract";
import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { promptFilling } from "../entities/prompts/promptFilling.ts";

const FillingDialog = lazy(() =>
  import("./FillingDialog.tsx").then(({ FillingDialog }) => ({ default: FillingDialog })),
);

/** Where the dialog for a template's variables stands; loaded when it is first wanted. */
export function FillingHost({ user, config }: { user: SessionUser; config: PublicConfig }) {
  const { request, isOpen } = useStore(promptFilling);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <FillingDialog
        key={request.id}
        userId={user.id}
        uploadMaxBytes={config.uploadMaxBytes}
        request={request}
        isOpen={isOpen}
      />
    </Suspense>
  );
}
