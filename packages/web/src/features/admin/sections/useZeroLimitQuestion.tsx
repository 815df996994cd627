import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import type { Drafts } from "../configDrafts.ts";

/** Asks before a limit of nothing is saved, which is easily left behind by choosing a period alone. */
export function useZeroLimitQuestion(save: (drafts: Drafts) => void) {
  const [asked, setAsked] = useState<Drafts | null>(null);
  return {
    askAndSave: (drafts: Drafts) => (describeZeroLimits(drafts) ? setAsked(drafts) : save(drafts)),
    zeroLimitQuestion: (
      <ConfirmDialog
        isOpen={asked !== null}
        title={t`A limit of $0.00`}
        message={(asked && describeZeroLimits(asked)) ?? ""}
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

/** Says what limits of nothing in the drafts stop; null: there are none. */
function describeZeroLimits({ rateLimit, assistantAdminGroups = {} }: Drafts): string | null {
  const groups = Object.values(assistantAdminGroups);
  const texts = [
    isZero(rateLimit) && t`This stops every paid model.`,
    groups.some((group) => isZero(group.rateLimit)) && t`This stops every paid model for the assistants of a group.`,
    groups.some(({ keyRateLimit }) => isZero(keyRateLimit)) &&
      t`This stops every paid model for the API key of a group.`,
  ];
  return texts.filter((text) => text !== false).join(" ") || null;
}

const isZero = (limit: { period: string; rate: string | number | null } | undefined): boolean =>
  limit !== undefined && limit.period !== "Unlimited" && Number(limit.rate ?? 0) === 0;
