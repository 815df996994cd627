import { type ReactNode, useState } from "react";
import type { SendRefusal } from "../../../entities/chat/sending/sendResult.ts";
import { CostDialog } from "./CostDialog.tsx";

interface CostQuestion {
  dialog: ReactNode;
  /** Asks about the cost of the message. Returns false if it was refused for another reason. */
  start: (refusal: SendRefusal, isUrgent: boolean) => boolean;
}

/** Asks before a message is sent that may be expensive. `submit`: sends the message in the field all the same. */
export function useCostQuestion(submit: (isUrgent: boolean) => void): CostQuestion {
  const [question, setQuestion] = useState({ text: "", isUrgent: false, isOpen: false });
  const close = () => setQuestion((shown) => ({ ...shown, isOpen: false }));
  return {
    dialog: (
      <CostDialog
        isOpen={question.isOpen}
        text={question.text}
        onConfirm={() => {
          // A second click, while it fades out, would send the emptied field.
          if (!question.isOpen) return;
          close();
          submit(question.isUrgent);
        }}
        onCancel={close}
      />
    ),
    start({ reason, text }, isUrgent) {
      if (reason === "cost") setQuestion({ text, isUrgent, isOpen: true });
      return reason === "cost";
    },
  };
}
