import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteSavedArtifact,
  loadSavedArtifact,
  saveArtifactVersion,
  shareArtifactVersion,
} from "../../../entities/artifacts/savedArtifacts.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifySuccess } from "../../../ui/notices/notify.tsx";
import { artifactErrors, notifyArtifactError } from "./artifactErrors.ts";
import { refreshSavedLater } from "./refreshSavedLater.ts";

/** What is done with saved artifacts. The functions show how it ended, and never reject. */
export function useSavedArtifactActions() {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const refresh = () => refreshSavedLater(cache);
  /** Resolves to null if the work failed, which is shown. */
  const run = async <Result>(work: () => Promise<Result>, failure: string): Promise<Result | null> => {
    setIsBusy(true);
    try {
      const result = await work();
      refresh();
      return result;
    } catch (error) {
      notifyArtifactError(failure, error);
      return null;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    async save(content: ArtifactContent): Promise<void> {
      const saved = await run(() => saveArtifactVersion(content), artifactErrors.save());
      // The specification spells it like this.
      if (saved) notifySuccess(t`Successully Saved Artifact`, saved.name);
    },
    /** Resolves to those who have not received it, with the reasons; null: nobody has. */
    async share(content: ArtifactContent, recipients: readonly string[]) {
      const failed = await run(() => shareArtifactVersion(content, recipients), artifactErrors.share());
      if (failed?.length === 0) notifySuccess(t`Shared Successfully`, content.name);
      return failed;
    },
    async remove(key: string): Promise<boolean> {
      const isDeleted = await run(async () => {
        await deleteSavedArtifact(key);
        return true;
      }, artifactErrors.delete());
      if (isDeleted) notifySuccess(t`Artifact successfully deleted`);
      return isDeleted === true;
    },
    /** Resolves to null if it cannot be loaded, which is shown. */
    async load(key: string): Promise<ArtifactContent | null> {
      try {
        return await loadSavedArtifact(key);
      } catch (error) {
        const isGone = error instanceof CallError && error.code === "notFound";
        if (isGone) refresh();
        notifyArtifactError(isGone ? artifactErrors.notFound() : artifactErrors.retrieve(), isGone ? null : error);
        return null;
      }
    },
  };
}
