import { type ConfigChange, type ConfigResult, ConfigType, updateSiteConfigs } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";
import { type Drafts, discardConfigDraft, useConfigDrafts } from "./configDrafts.ts";
import { getErrorDetails } from "./getErrorDetails.ts";
import { describeUnaddedEntries } from "./newEntries.ts";
import { describeDropped } from "./sections/endpoints/endpointChanges.ts";
import { mergeAdminGroups } from "./sections/mergeAdminGroups.ts";
import { getSectionTitle } from "./sectionTitles.ts";
import { type SectionData, type SiteConfigs, siteConfigQuery, unsavedState } from "./siteConfigQuery.ts";

/** Groups first, so that a new one can be an exception of a feature. */
const saveOrder: readonly ConfigType[] = [
  "amplifyGroups",
  ...ConfigType.options.filter((type) => type !== "amplifyGroups"),
];

type Results = Partial<Record<ConfigType, ConfigResult>>;

/** Saves the sections that were changed, and only those. Returns why sections were refused, by type. */
export function useSaveConfigs(configs: SiteConfigs) {
  const cache = useQueryClient();
  const [results, setResults] = useState<Results>({});
  const { mutate, isPending, reset } = useMutation({
    networkMode: "always",
    // What is sent can contain keys and secrets, which must not stay in memory.
    gcTime: 0,
    onMutate() {
      closeNotices("admin");
      setResults({});
    },
    mutationFn: (drafts: Drafts): Promise<Results> => {
      const types = saveOrder.filter((type) => drafts[type]);
      const { baseRevisions } = useConfigDrafts.getState();
      const configurations = types.map((type) => ({
        type,
        data: drafts[type],
        revision: baseRevisions[type] ?? unsavedState.revision,
      }));
      // Each draft is of its type, which the compiler cannot follow.
      return call(updateSiteConfigs, { configurations: configurations as ConfigChange[] });
    },
    async onSuccess(results, sent) {
      setResults(results);
      const types = Object.keys(results) as ConfigType[];
      const failed = types.filter((type) => !results[type]?.success);
      const savedTypes = types.filter((type) => results[type]?.success);
      // What was changed while it was saved stays.
      for (const type of savedTypes) {
        if (useConfigDrafts.getState().drafts[type] === sent[type]) discardConfigDraft(type);
      }
      // A load that began before saving would answer with what was there before.
      await cache.cancelQueries(siteConfigQuery);
      const saved = await cache.fetchQuery(siteConfigQuery).catch(() => null);
      // Without the new revisions, the next save of what was saved asks first.
      const sentData = Object.fromEntries(savedTypes.map((type) => [type, mergeSent(configs, sent, type)]));
      cache.setQueryData(siteConfigQuery.queryKey, saved ?? { ...configs, ...sentData });
      const dropped = results.openaiEndpoints?.success ? describeDropped(sent.openaiEndpoints ?? []) : [];
      const isIncomplete = warnOfUnsaved([...dropped, ...describeUnaddedEntries()]);
      if (failed.length === 0) {
        if (!isIncomplete) notifySuccess(t`Configurations successfully saved`);
        return;
      }
      const names = failed.map(getSectionTitle).join(", ");
      notifyError(t`The following configurations were unable to be saved: ${names}`, {
        isOnPage: true,
        topic: "admin",
      });
    },
    onError: (error) =>
      notifyError(t`We are unable to save the configurations at this time. Please try again later...`, {
        ...getErrorDetails(error),
        topic: "admin",
      }),
  });
  const save = (drafts: Drafts) => {
    if (Object.keys(drafts).length === 0) {
      if (!warnOfUnsaved(describeUnaddedEntries())) notifySuccess(t`No Changes to Save`);
    } else mutate(drafts, { onSettled: () => reset() });
  };
  return { save, isSaving: isPending, results, forgetResults: () => setResults({}) };
}

/** Says what was not saved because it is incomplete. Returns false if that is nothing. */
function warnOfUnsaved(reasons: readonly string[]): boolean {
  if (reasons.length === 0) return false;
  notifyError(t`Not everything was saved.`, { reason: reasons.join(" "), isWarning: true, topic: "admin" });
  return true;
}

/** Returns a section as it was saved, without the keys and secrets that were sent. */
function mergeSent(configs: SiteConfigs, sent: Drafts, type: ConfigType) {
  switch (type) {
    // Of models and groups, only those that were changed are sent, and of a group, only its changed fields.
    case "supportedModels":
      return { ...configs.supportedModels, ...sent.supportedModels };
    case "assistantAdminGroups":
      return mergeAdminGroups(configs.assistantAdminGroups ?? {}, sent.assistantAdminGroups ?? {});
    case "openaiEndpoints":
      return configs.openaiEndpoints;
    case "applicationSecrets":
      return withoutValues(sent.applicationSecrets ?? {});
    default:
      return sent[type];
  }
}

const withoutValues = (secrets: SectionData<"applicationSecrets">): SectionData<"applicationSecrets"> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, { setAt, value }]) => [
      name,
      { setAt: value === undefined ? setAt : new Date().toISOString() },
    ]),
  );
