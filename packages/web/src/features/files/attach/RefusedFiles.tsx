import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useStore } from "zustand";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { getUploads } from "../../../entities/files/upload/getUploads.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { listNames } from "../../../lib/text/listNames.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./RefusedFiles.module.css";

/** Says which of the files that were last chosen for a draft were not attached, and why. */
export function RefusedFiles({ draftKey }: { draftKey: string }) {
  const { user, config } = useWorkspace();
  const uploads = getUploads(user.id);
  const refused = useStore(uploads, ({ refusedByDraft }) => refusedByDraft[draftKey]);
  if (!refused) return null;
  const isTypeUnknown = refused.some(({ reason }) => reason === fileMessages.unsupported());
  return (
    <div className={classes.root} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {refused.map(({ reason, names }) => (
          <p key={reason}>
            <span className={classes.names}>{listNames(names)}</span>: <span>{reason}</span>
          </p>
        ))}
        {isTypeUnknown && <p className={classes.types}>{describeTypes(config.uploadExtensions)}</p>}
      </div>
      <IconButton name={t`Dismiss`} size={28} onClick={() => uploads.dismissRefused(draftKey)}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
    </div>
  );
}

function describeTypes(allowedExtensions: readonly string[] | null): string {
  if (allowedExtensions === null)
    return t`Supported: PDF, Word, PowerPoint, Excel, text, e-books, emails, web pages, code and images.`;
  const extensions = allowedExtensions.join(", ");
  return t`Supported: ${extensions}`;
}
