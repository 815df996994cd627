import { type ConfigChange, type ConfigResult, ConfigType, updateSiteConfigs } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";
import { changeConfigDraft, type Drafts, discardConfigDraft, useConfigDrafts } from "./configDrafts.ts";
import { getErrorDetails } from "./getErrorDetails.ts";
import { keepDifferences } from "./keepDifferences.ts";
import { describeUnaddedEntries } from "./newEntries.ts";
import { hasOperationDrafts } from "./operations/operationDrafts.ts";
import { describeIncomplete, keepIncomplete, withoutIncomplete } from "./sections/endpoints/endpointChanges.ts";
import { mergeAdminGroups } from "./sections/mergeAdminGroups.ts";
import { getSectionTitle } from "./sectionTitles.ts";
import { type SectionData, type SiteConfigs, siteConfigQuery, unsavedState } from "./siteConfigQuery.ts";

/** Groups first, so that a new one can be an exception of a feature. */
const saveOrder: readonly ConfigType[] = [
  "amplifyGroups",
  ...ConfigType.options.filter((type) => type !== "amplifyGroups"),
];

type Results = Partial<Record<ConfigType, ConfigResult>>;

interface Saving {
  drafts: Drafts;
  /** The drafts as far as they are complete. */
  sent: Drafts;
}

/** Saves the sections that were changed, and only those. Returns why sections were refused, by type. */
export function useSaveConfigs(configs: SiteConfigs) {
  const cache = useQueryClient();
  const [results, setResults] = useState<Results>({});
  const { mutate, isPending, reset } = useMutation({
    networkMode: "always",
    // What is sent can contain keys and secrets, which must not stay in memory.
    gcTime: 0,
    onMutate: () => setResults({}),
    mutationFn: ({ sent }: Saving): Promise<Results> => {
      const types = saveOrder.filter((type) => sent[type]);
      const { baseRevisions } = useConfigDrafts.getState();
      const configurations = types.map((type) => ({
        type,
        data: sent[type],
        revision: baseRevisions[type] ?? unsavedState.revision,
      }));
      // Each draft is of its type, which the compiler cannot follow.
      return call(updateSiteConfigs, { configurations: configurations as ConfigChange[] });
    },
    async onSuccess(results, { drafts, sent }) {
      setResults(results);
      const types = Object.keys(results) as ConfigType[];
      const failed = types.filter((type) => !results[type]?.success);
      const savedTypes = types.filter((type) => results[type]?.success);
      // What was changed while it was saved stays.
      const cleanTypes = savedTypes.filter((type) => useConfigDrafts.getState().drafts[type] === drafts[type]);
      for (const type of cleanTypes) discardConfigDraft(type);
      const isEndpointsClean = cleanTypes.includes("openaiEndpoints");
      if (isEndpointsClean) keepIncompleteEndpoints(drafts, configs);
      const { openaiEndpoints: leftEndpoints } = useConfigDrafts.getState().drafts;
      // A load that began before saving would answer with what was there before.
      await cache.cancelQueries(siteConfigQuery);
      const saved = await cache.fetchQuery(siteConfigQuery).catch(() => null);
      // Without the new revisions, the next save of what was saved asks first.
      const sentData = Object.fromEntries(savedTypes.map((type) => [type, mergeSent(configs, sent, type)]));
      const present = saved ?? { ...configs, ...sentData };
      cache.setQueryData(siteConfigQuery.queryKey, present);
      // Otherwise the person has changed or discarded it meanwhile.
      const isUntouched = useConfigDrafts.getState().drafts.openaiEndpoints === leftEndpoints;
      if (isEndpointsClean && leftEndpoints && isUntouched) keepIncompleteEndpoints(drafts, present, configs);
      const unsaved = describeUnsaved(isUntouched ? drafts : useConfigDrafts.getState().drafts);
      if (failed.length > 0) {
        const names = failed.map(getSectionTitle).join(", ");
        notifyError(t`The following configurations were unable to be saved: ${names}`, {
          reason: unsaved.join(" "),
          // The sections say why. What is incomplete is said here alone.
          isOnPage: unsaved.length === 0,
          topic: "admin",
        });
      } else if (unsaved.length > 0) warnOfUnsaved(t`Not everything was saved.`, unsaved);
      else notifySuccess(t`Configurations successfully saved`);
    },
    onError: (error) =>
      notifyError(t`We are unable to save the configurations at this time. Please try again later...`, {
        ...getErrorDetails(error),
        topic: "admin",
      }),
  });
  const save = (drafts: Drafts) => {
    closeNotices("admin");
    const sent = toComplete(drafts, configs);
    if (Object.keys(sent).length > 0) return mutate({ drafts, sent }, { onSettled: () => reset() });
    if (drafts.openaiEndpoints) keepIncompleteEndpoints(drafts, configs);
    const unsaved = describeUnsaved(drafts);
    if (unsaved.length > 0) warnOfUnsaved(t`Nothing was saved.`, unsaved);
    else notifySuccess(t`No Changes to Save`);
  };
  return { save, isSaving: isPending, results, forgetResults: () => setResults({}) };
}

/** Returns the drafts without new addresses that are incomplete, and without their section if nothing else in it was changed. */
function toComplete({ openaiEndpoints, ...others }: Drafts, configs: SiteConfigs): Drafts {
  const complete = openaiEndpoints && keepDifferences("openaiEndpoints", withoutIncomplete(openaiEndpoints), configs);
  return complete ? { ...others, openaiEndpoints: complete } : others;
}

/** Leaves of the draft of the addresses what could not be saved, so that nothing that was typed is lost. */
function keepIncompleteEndpoints(
  { openaiEndpoints = [] }: Drafts,
  { openaiEndpoints: stored = [], states }: SiteConfigs,
  before?: SiteConfigs,
) {
  const incomplete = keepIncomplete(openaiEndpoints, stored, before?.openaiEndpoints);
  discardConfigDraft("openaiEndpoints");
  if (incomplete.length === 0) return;
  changeConfigDraft("openaiEndpoints", incomplete, (states.openaiEndpoints ?? unsavedState).revision);
}

/** Says of all that is incomplete why it was not saved. */
const describeUnsaved = ({ openaiEndpoints = [] }: Drafts): string[] => [
  ...describeIncomplete(openaiEndpoints),
  ...describeUnaddedEntries(),
  ...(hasOperationDrafts() ? [t`Ops: the drafts have not been registered yet.`] : []),
];

/** Says what was not saved because it is incomplete. It stays in its fields. */
function warnOfUnsaved(text: string, reasons: readonly string[]): void {
  notifyError(text, { reason: reasons.join(" "), isWarning: true, topic: "admin" });
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
    case "integrations":
      return withoutClientSecrets(sent.integrations ?? {});
    default:
      return sent[type];
  }
}

interface Secret {
  setAt: string | null;
  value?: string | undefined;
}

const withoutValue = ({ setAt, value }: Secret) => ({ setAt: value === undefined ? setAt : new Date().toISOString() });

const withoutValues = (secrets: SectionData<"applicationSecrets">): SectionData<"applicationSecrets"> =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, withoutValue(secret)]));

const withoutClientSecrets = (providers: SectionData<"integrations">): SectionData<"integrations"> =>
  Object.fromEntries(
    Object.entries(providers).map(([id, config]) => [
      id,
      { ...config, clientSecret: withoutValue(config.clientSecret) },
    ]),
  );
