import { t } from "@lingui/core/macro";
import { use } from "react";
import { WorkspaceContext } from "../shell/workspace.ts";
import classes from "./FailureReason.module.css";
import { fileMessages } from "./fileMessages.ts";

/** Why a document failed. An administrator also reads how the server recognizes text in scans, if it does not yet. */
export function FailureReason({ reason }: { reason: string }) {
  const workspace = use(WorkspaceContext);
  const canTurnOnOcr = workspace?.user.isAdmin === true && !workspace.config.recognizesText;
  if (!canTurnOnOcr || reason !== fileMessages.nothingExtracted()) return reason;
  return (
    <>
      {reason} <span className={classes.hint}>{t`To read scans, set OCR=on in the server’s configuration.`}</span>
    </>
  );
}
