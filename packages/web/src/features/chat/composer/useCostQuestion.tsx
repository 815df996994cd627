import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import type { SendRefusal } from "../../../entities/chat/sending/sendResult.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";

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
      <ConfirmDialog
        isOpen={question.isOpen}
        title={t`Cost of this message`}
        message={question.text}
        confirmLabel={t`Send`}
        onConfirm={() => {
          close();
          submit(question.isUrgent);
        }}
        onCancel={close}
      />
    ),
    start({ reason, text }, isUrgent) {
      if (reason === "cost")
        setQuestion({ text: text.trim() || t`This message may be expensive.`, isUrgent, isOpen: true });
      return reason === "cost";
    },
  };
}
