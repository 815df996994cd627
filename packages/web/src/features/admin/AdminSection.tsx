import { type ConfigResult, type ConfigState, type ConfigType, defaultAppearance } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDate } from "../../lib/i18n/formats.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./Admin.module.css";
import { changeConfigDraft, discardConfigDraft, rebaseConfigDraft, useConfigDrafts } from "./configDrafts.ts";
import { keepDifferences } from "./keepDifferences.ts";
import { AdminGroupsSection } from "./sections/AdminGroupsSection.tsx";
import { AdminsSection } from "./sections/AdminsSection.tsx";
import { ApplicationSecretsSection } from "./sections/ApplicationSecretsSection.tsx";
import { ApplicationVariablesSection } from "./sections/ApplicationVariablesSection.tsx";
import { AppearanceSection } from "./sections/appearance/AppearanceSection.tsx";
import { DirectoryGroupsSection } from "./sections/DirectoryGroupsSection.tsx";
import { EndpointsSection } from "./sections/endpoints/EndpointsSection.tsx";
import { FeatureFlagsSection } from "./sections/FeatureFlagsSection.tsx";
import { SupportedModelsSection } from "./sections/models/SupportedModelsSection.tsx";
import { PromptCostAlertSection } from "./sections/PromptCostAlertSection.tsx";
import { RateLimitSection } from "./sections/RateLimitSection.tsx";
import { getSectionTitle } from "./sectionTitles.ts";
import { type SectionData, type SiteConfigs, siteConfigQuery, unsavedState } from "./siteConfigQuery.ts";

interface AdminSectionProps {
  type: ConfigType;
  configs: SiteConfigs;
  /** How the last try to save it ended. */
  result: ConfigResult | null;
  /** While it is tested or saved, nothing in it can be changed: it would be based on what is about to be replaced. */
  isBusy: boolean;
}

/** A section with its title, who saved it last, and why it was refused. */
export function AdminSection({ type, configs, result, isBusy }: AdminSectionProps) {
  const draft = useConfigDrafts((state) => state.drafts[type]);
  const state = configs.states[type] ?? unsavedState;
  const baseRevision = useConfigDrafts(({ baseRevisions }) => baseRevisions[type]) ?? state.revision;
  const isRefused = result !== null && !result.success && draft !== undefined;
  const current = isRefused ? result.current : undefined;
  const isOverwritable = current !== undefined && current.state.revision !== baseRevision;
  return (
    <section className={classes.section} aria-labelledby={`admin-${type}`} inert={isBusy}>
      <header className={classes.sectionHead}>
        {/* Links to the section move the focus here. */}
        <h3 id={`admin-${type}`} className={classes.heading} tabIndex={-1}>
          {getSectionTitle(type)}
        </h3>
        <SavedBy state={state} />
      </header>
      {isRefused && !isOverwritable && current === undefined && (
        <p role="alert" className={classes.problem}>
          {translateServerText(result.message ?? "")}
        </p>
      )}
      {isOverwritable && <Conflict type={type} configs={configs} current={current} />}
      {configs[type] === undefined ? <MissingSection /> : <SectionFields type={type} configs={configs} state={state} />}
    </section>
  );
}

/** In place of a section of the second group until it is loaded. */
function MissingSection() {
  const { isFetching } = useQuery({ ...siteConfigQuery, enabled: false });
  if (isFetching) return <ListSkeleton rows={3} label={t`Loading the configuration`} />;
  return <p className={classes.note}>{t`This could not be loaded. Please reload the configuration.`}</p>;
}

function SavedBy({ state: { savedBy, savedAt } }: { state: ConfigState }) {
  if (savedAt === null) return null;
  const date = formatTime(savedAt);
  return <p className={classes.note}>{savedBy ? t`Saved by ${savedBy} on ${date}` : t`Saved on ${date}`}</p>;
}

interface ConflictProps extends Pick<AdminSectionProps, "type" | "configs"> {
  current: NonNullable<ConfigResult["current"]>;
}

/** Somebody else has saved the section since it was loaded. Nothing is overwritten before the person has chosen. */
function Conflict({ type, configs, current }: ConflictProps) {
  const cache = useQueryClient();
  const { state, ...data } = current;
  const name = state.savedBy ?? t`Somebody`;
  const date = formatTime(state.savedAt ?? "");
  const accept = () =>
    cache.setQueryData(siteConfigQuery.queryKey, {
      ...configs,
      ...data,
      states: { ...configs.states, [type]: state },
    });
  return (
    <div role="alert" className={classes.problem}>
      <p>{t`${name} has saved this on ${date}, after you opened it. Your changes are still here.`}</p>
      <div className={classes.choices}>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            accept();
            discardConfigDraft(type);
          }}
        >{t`Show what was saved`}</Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            accept();
            rebaseConfigDraft(type, state.revision);
          }}
        >{t`Replace it with mine when I save`}</Button>
      </div>
    </div>
  );
}

function SectionFields({ type, configs, state }: Pick<AdminSectionProps, "type" | "configs"> & { state: ConfigState }) {
  const drafts = useConfigDrafts((store) => store.drafts);
  const change = <Type extends ConfigType>(changed: Type, data: SectionData<Type>) => {
    const differences = keepDifferences(changed, data, configs);
    if (differences === null) discardConfigDraft(changed);
    else changeConfigDraft(changed, differences, state.revision);
  };
  switch (type) {
    case "appearance":
      return (
        <AppearanceSection
          appearance={drafts.appearance ?? configs.appearance ?? defaultAppearance}
          locked={state.locked}
          onChange={(appearance) => change("appearance", appearance)}
        />
      );
    case "admins":
      return (
        <AdminsSection
          admins={drafts.admins ?? configs.admins ?? []}
          locked={state.locked}
          onChange={(admins) => change("admins", admins)}
        />
      );
    case "amplifyGroups":
      return (
        <DirectoryGroupsSection
          groups={drafts.amplifyGroups ?? configs.amplifyGroups ?? {}}
          onChange={(groups) => change("amplifyGroups", groups)}
        />
      );
    case "assistantAdminGroups":
      return (
        <AdminGroupsSection
          groups={configs.assistantAdminGroups ?? {}}
          changes={drafts.assistantAdminGroups ?? {}}
          directoryGroups={Object.keys(drafts.amplifyGroups ?? configs.amplifyGroups ?? {})}
          onChange={(groups) => change("assistantAdminGroups", groups)}
        />
      );
    case "featureFlags":
      return (
        <FeatureFlagsSection
          flags={drafts.featureFlags ?? configs.featureFlags ?? {}}
          groupNames={Object.keys(drafts.amplifyGroups ?? configs.amplifyGroups ?? {})}
          onChange={(flags) => change("featureFlags", flags)}
        />
      );
    case "supportedModels":
      return (
        <SupportedModelsSection
          stored={configs.supportedModels ?? {}}
          changes={drafts.supportedModels ?? {}}
          locked={state.locked}
          groupNames={Object.keys(drafts.amplifyGroups ?? configs.amplifyGroups ?? {})}
          onChange={(models) => change("supportedModels", models)}
        />
      );
    case "openaiEndpoints":
      return (
        <EndpointsSection
          stored={configs.openaiEndpoints ?? []}
          changes={drafts.openaiEndpoints ?? []}
          models={{ ...configs.supportedModels, ...drafts.supportedModels }}
          onChange={(models) => change("openaiEndpoints", models)}
        />
      );
    case "rateLimit":
      return (
        <RateLimitSection
          rateLimit={drafts.rateLimit ?? configs.rateLimit ?? { period: "Unlimited", rate: 0 }}
          locked={state.locked}
          onChange={(rateLimit) => change("rateLimit", rateLimit)}
        />
      );
    case "promtCostAlert":
      return (
        <PromptCostAlertSection
          alert={drafts.promtCostAlert ?? configs.promtCostAlert ?? { isActive: false, alertMessage: "", cost: 0 }}
          onChange={(alert) => change("promtCostAlert", alert)}
        />
      );
    case "applicationVariables":
      return (
        <ApplicationVariablesSection
          variables={drafts.applicationVariables ?? configs.applicationVariables ?? {}}
          onChange={(variables) => change("applicationVariables", variables)}
        />
      );
    case "applicationSecrets":
      return (
        <ApplicationSecretsSection
          secrets={drafts.applicationSecrets ?? configs.applicationSecrets ?? {}}
          onChange={(secrets) => change("applicationSecrets", secrets)}
        />
      );
  }
}

const formatTime = (time: string) => formatDate(new Date(time), { dateStyle: "medium", timeStyle: "short" });
