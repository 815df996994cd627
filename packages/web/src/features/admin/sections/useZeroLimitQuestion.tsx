import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import type { Drafts } from "../configDrafts.ts";

/** Asks before a limit of nothing is saved, which is easily left behind by choosing a period alone. */
export function useZeroLimitQuestion(save: (drafts: Drafts) => void) {
  const [asked, setAsked] = useState<Drafts | null>(null);
  return {
    askAndSave: (drafts: Drafts) => (stopsPaidModels(drafts) ? setAsked(drafts) : save(drafts)),
    zeroLimitQuestion: (
      <ConfirmDialog
        isOpen={asked !== null}
        title={t`A limit of $0.00`}
        message={t`This stops every paid model.`}
        confirmLabel={t`Save`}
        onConfirm={() => {
          if (asked) save(asked);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}

const stopsPaidModels = ({ rateLimit }: Drafts) =>
  rateLimit !== undefined && rateLimit.period !== "Unlimited" && (rateLimit.rate ?? 0) === 0;
