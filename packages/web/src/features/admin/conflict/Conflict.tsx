import type { ConfigResult } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import classes from "../Admin.module.css";

interface ConflictProps {
  state: NonNullable<ConfigResult["current"]>["state"];
  /** True while the section shows what was saved, in place of the own changes. */
  isSavedShown: boolean;
  onShow: (isSavedShown: boolean) => void;
  onTakeSaved: () => void;
  onKeepMine: () => void;
}

/**
 * Somebody else has saved the section since it was loaded. Both versions can be looked at, as often as one likes; nothing
 * is overwritten or discarded before the person has chosen.
 */
export function Conflict({ state, isSavedShown, onShow, onTakeSaved, onKeepMine }: ConflictProps) {
  const [isAsking, setIsAsking] = useState(false);
  const name = state.savedBy ?? t`Somebody`;
  const date = formatDate(new Date(state.savedAt ?? ""), { dateStyle: "medium", timeStyle: "short" });
  return (
    <div role="alert" className={classes.problem}>
      <p>{t`${name} has saved this on ${date}, after you opened it. Your changes are still here.`}</p>
      <p>{isSavedShown ? t`Below is what was saved.` : t`Below are your changes.`}</p>
      <div className={classes.choices}>
        <Button size="xs" variant="default" onClick={() => onShow(!isSavedShown)}>
          {isSavedShown ? t`Show my changes` : t`Show what was saved`}
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>{t`Take the saved version`}</Button>
        <Button size="xs" variant="default" onClick={onKeepMine}>{t`Keep mine and replace it when I save`}</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Take the saved version`}
        message={t`Your own changes to this section are discarded.`}
        confirmLabel={t`Discard my changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={() => {
          setIsAsking(false);
          onTakeSaved();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
