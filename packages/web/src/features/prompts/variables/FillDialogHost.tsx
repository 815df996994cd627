import { Suspense } from "react";
import { useStore } from "zustand";
import { fillRequests, registerFillDialog } from "../../../entities/prompts/fillPrompt.ts";
import { lazy } from "../../../lib/preload/lazy.ts";

const loadFillDialog = () => import("./FillDialog.tsx");
const FillDialog = lazy(() => loadFillDialog().then(({ FillDialog }) => ({ default: FillDialog })));

registerFillDialog(loadFillDialog);

/** Shows the dialog for prompt variables while one is requested. Its code is loaded at the first request. */
export function FillDialogHost() {
  const { request, isOpen } = useStore(fillRequests);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <FillDialog key={request.id} request={request} isOpen={isOpen} />
    </Suspense>
  );
}
