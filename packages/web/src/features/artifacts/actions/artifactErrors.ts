import type { ArtifactReason } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CallError } from "../../../lib/callError.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";

/** The specification's texts for what failed. */
export const artifactErrors = {
  notFound: () => t`Artifact not found.`,
  versionGone: () => t`This version is no longer available, directing you to the latest version of this artifact.`,
  retrieve: () => t`Unable to retrieve the artifact at this time. Please try again later.`,
  delete: () => t`Unable to delete the artifact at this time. Please try again later.`,
  share: () => t`Shared failed, please try again later...`,
  cancelled: () =>
    t`Unfortunately, we were unable to create your artifact at this time. Please resend your last prompt, possibly with a more advanced model to try again.`,
  save: () => t`Failed to save artifact at this time, please try again later.`,
  streaming: () => t`Can't change artifact version while new version is streaming`,
};

/** Says why an artifact is not complete; null: there is no reason to name. */
export function describeIncomplete(reason: ArtifactReason | null): string | null {
  switch (reason) {
    case null:
      return null;
    case "unreadable":
      return artifactErrors.cancelled();
    case "length":
      return t`The artifact was cut off at the model’s output limit.`;
    case "tooLong":
      return t`The artifact was cut off because it reached the maximum length.`;
    case "spendingLimit":
      return t`The artifact was not written: a spending limit is reached.`;
    case "contextExceeded":
      return t`The artifact was not written: this chat is too long for the model.`;
    case "modelFailed":
      return t`The artifact is not complete: the model’s server failed. Please try again.`;
    case "chatFull":
      return t`The artifact could not be stored: this chat is full. Copy it before you leave.`;
    case "notStored":
      return t`The artifact could not be stored. Copy it before you leave.`;
    default:
      return reason satisfies never;
  }
}

/** Shows what failed, with the server's reason. */
export function notifyArtifactError(text: string, error: unknown): void {
  const isCall = error instanceof CallError;
  notifyError(text, {
    reason: isCall ? (error.reason ?? error.message) : error instanceof Error ? error.message : null,
    requestId: isCall ? error.requestId : null,
  });
}
