import { t } from "@lingui/core/macro";
import { useFlag } from "../../../../entities/flags/useFlag.ts";
import type { FieldsProps } from "./fieldProps.ts";
import { OptionChecks } from "./OptionChecks.tsx";

/** Says whether the model is told how to make artifacts. */
export function ArtifactsOption({ draft: { capabilities }, change }: Pick<FieldsProps, "draft" | "change">) {
  const hasArtifacts = useFlag("artifacts");
  const { featureOptions } = capabilities;
  if (!hasArtifacts) return null;
  return (
    <OptionChecks
      title={t`Feature Options`}
      texts={[
        {
          name: "IncludeArtifactsInstr",
          label: t`Can make artifacts`,
          description: t`Longer documents, code and drawings open beside the chat, for people who have switched artifacts on.`,
        },
      ]}
      options={featureOptions}
      onChange={(options) =>
        change({ capabilities: { ...capabilities, featureOptions: { ...featureOptions, ...options } } })
      }
    />
  );
}
