import { buildEndpointTest, testEndpoint } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../../lib/call.ts";
import { CallError } from "../../../../lib/callError.ts";
import { translateServerText } from "../../../../lib/i18n/translateServerText.ts";
import { ConfirmDialog } from "../../../../ui/modal/ConfirmDialog.tsx";
import { notifyError } from "../../../../ui/notices/notify.tsx";
import type { Drafts } from "../../configDrafts.ts";
import { listNewEndpoints } from "./endpointChanges.ts";

/** Tests the new addresses before they are saved. If one fails, the person decides whether to save in any case. */
export function useEndpointTests(save: (drafts: Drafts) => void) {
  const [asked, setAsked] = useState<Drafts | null>(null);
  const { mutate, isPending, reset } = useMutation({
    networkMode: "always",
    // The addresses contain keys, which must not stay in memory.
    gcTime: 0,
    mutationFn: (drafts: Drafts) =>
      Promise.all(
        listNewEndpoints(drafts.openaiEndpoints ?? []).map(async ({ id, endpoint: { url, key } }) => {
          const trimmedUrl = url.trim();
          const { url: testedUrl, body } = buildEndpointTest(id, trimmedUrl);
          const failed = (message: string) => ({ success: false, message });
          const result = await call(testEndpoint, { url: testedUrl, key, body }).catch((error: Error) =>
            failed((error instanceof CallError ? error.reason : null) ?? error.message),
          );
          return { url: trimmedUrl, ...result };
        }),
      ),
    onSuccess(results, drafts) {
      const failures = results.filter(({ success }) => !success);
      for (const { url, message } of failures) {
        notifyError(
          t`Failed to make contact with the new endpoint: ${url}. Please check the endpoint data and try saving changes again.`,
          { reason: translateServerText(message ?? ""), isOnPage: true },
        );
      }
      if (failures.length === 0) save(drafts);
      else setAsked(drafts);
    },
  });
  return {
    isTesting: isPending,
    testAndSave: (drafts: Drafts) =>
      listNewEndpoints(drafts.openaiEndpoints ?? []).length === 0
        ? save(drafts)
        : mutate(drafts, { onSettled: () => reset() }),
    question: (
      <ConfirmDialog
        isOpen={asked !== null}
        title={t`The test of a new endpoint failed`}
        message={t`Do you want to continue applying your changes anyway?`}
        confirmLabel={t`Continue`}
        onConfirm={() => {
          if (asked) save(asked);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}
