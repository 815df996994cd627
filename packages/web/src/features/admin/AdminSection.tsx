import { type ConfigResult, type ConfigState, type ConfigType, defaultAppearance } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatDate } from "../../lib/i18n/formats.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./Admin.module.css";
import {
  changeConfigDraft,
  type Drafts,
  discardConfigDraft,
  rebaseConfigDraft,
  useConfigDrafts,
} from "./configDrafts.ts";
import { Conflict } from "./conflict/Conflict.tsx";
import { keepDifferences } from "./keepDifferences.ts";
import { AdminGroupsSection } from "./sections/AdminGroupsSection.tsx";
import { AdminsSection } from "./sections/AdminsSection.tsx";
import { ApplicationSecretsSection } from "./sections/ApplicationSecretsSection.tsx";
import { ApplicationVariablesSection } from "./sections/ApplicationVariablesSection.tsx";
import { AppearanceSection } from "./sections/appearance/AppearanceSection.tsx";
import { DirectoryGroupsSection } from "./sections/DirectoryGroupsSection.tsx";
import { EndpointsSection } from "./sections/endpoints/EndpointsSection.tsx";
import { FeatureFlagsSection } from "./sections/FeatureFlagsSection.tsx";
import { IntegrationsSection } from "./sections/integrations/IntegrationsSection.tsx";
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
  const cache = useQueryClient();
  const [isShowingSaved, setIsShowingSaved] = useState(false);
  const draft = useConfigDrafts((state) => state.drafts[type]);
  const state = configs.states[type] ?? unsavedState;
  const baseRevision = useConfigDrafts(({ baseRevisions }) => baseRevisions[type]) ?? state.revision;
  const isRefused = result !== null && !result.success && draft !== undefined;
  const current = isRefused ? result.current : undefined;
  const isOverwritable = current !== undefined && current.state.revision !== baseRevision;
  const isSavedShown = isOverwritable && isShowingSaved;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Why it was refused stands below the heading, and the button that saves can be far from it.
  useEffect(() => {
    if (result?.success === false) headingRef.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  const replaceConfigs = (shown: SiteConfigs) => {
    cache.setQueryData(siteConfigQuery.queryKey, shown);
    setIsShowingSaved(false);
  };
  return (
    <section className={classes.section} aria-labelledby={`admin-${type}`} inert={isBusy}>
      <header className={classes.sectionHead}>
        {/* Links to the section move the focus here. */}
        <h3 ref={headingRef} id={`admin-${type}`} className={classes.heading} tabIndex={-1}>
          {getSectionTitle(type)}
        </h3>
        <SavedBy state={state} />
      </header>
      {isRefused && !isOverwritable && current === undefined && (
        <p role="alert" className={classes.problem}>
          {translateServerText(result.message ?? "")}
        </p>
      )}
      {isOverwritable && (
        <Conflict
          state={current.state}
          isSavedShown={isSavedShown}
          onShow={setIsShowingSaved}
          onTakeSaved={() => {
            replaceConfigs(withCurrent(configs, type, current));
            discardConfigDraft(type);
          }}
          onKeepMine={() => {
            replaceConfigs(withCurrent(configs, type, current));
            rebaseConfigDraft(type, current.state.revision);
          }}
        />
      )}
      {configs[type] === undefined && <MissingSection />}
      {configs[type] !== undefined && !isSavedShown && <SectionFields type={type} configs={configs} state={state} />}
      {isSavedShown && (
        // It is only shown: the drafts are based on the other version.
        <div className={classes.savedVersion} inert>
          <SectionFields
            type={type}
            configs={withCurrent(configs, type, current)}
            state={current.state}
            hasNoDraft={isSavedShown}
          />
        </div>
      )}
    </section>
  );
}

/** Returns the configuration with one section as it is saved now. */
function withCurrent(
  configs: SiteConfigs,
  type: ConfigType,
  current: NonNullable<ConfigResult["current"]>,
): SiteConfigs {
  const { state, ...data } = current;
  return { ...configs, ...data, states: { ...configs.states, [type]: state } };
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

interface SectionFieldsProps extends Pick<AdminSectionProps, "type" | "configs"> {
  state: ConfigState;
  /** True if what was changed in this section is not shown. */
  hasNoDraft?: boolean;
}

function SectionFields({ type, configs, state, hasNoDraft = false }: SectionFieldsProps) {
  const allDrafts = useConfigDrafts((store) => store.drafts);
  const { [type]: _, ...otherDrafts } = allDrafts;
  const drafts: Drafts = hasNoDraft ? otherDrafts : allDrafts;
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
          locked={state.locked}
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
    case "integrations":
      return (
        <IntegrationsSection
          providers={drafts.integrations ?? configs.integrations ?? {}}
          onChange={(providers) => change("integrations", providers)}
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
