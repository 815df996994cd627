import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { use } from "react";
import { AnswerModelContext } from "../messages/answerModel.ts";
import { OtherModelMenu, type OtherModelProps } from "../messages/OtherModelMenu.tsx";
import classes from "./AnswerEnding.module.css";

/** Requests the failed answer from another model; nothing if no other one can be chosen. */
export function TryOtherModelButton(props: OtherModelProps) {
  const { hasOtherModels, enforcedReason } = use(AnswerModelContext);
  if (!hasOtherModels || enforcedReason !== null) return null;
  return (
    <OtherModelMenu
      {...props}
      className={classes.other}
      renderButton={({ onClick, ...buttonProps }, blockedReason) => (
        <Button
          {...buttonProps}
          size="xs"
          variant="default"
          className={classes.again}
          title={blockedReason ?? undefined}
          aria-disabled={blockedReason !== null || undefined}
          onClick={blockedReason === null ? onClick : undefined}
        >
          {t`Try another model`}
        </Button>
      )}
    />
  );
}
