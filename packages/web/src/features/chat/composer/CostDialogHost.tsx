import { useStore } from "zustand";
import { costRequests } from "../../../entities/chat/sending/costRequests.ts";
import { CostDialog } from "./CostDialog.tsx";

/** Shows the questions about messages that do not come from a field, such as prompts and queued messages. */
export function CostDialogHost() {
  const { request, isOpen } = useStore(costRequests);
  return (
    <CostDialog
      isOpen={isOpen}
      text={request?.text ?? ""}
      onConfirm={() => request?.resolve(true)}
      onCancel={() => request?.resolve(false)}
    />
  );
}
