import { type Appearance, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { hashKey } from "@tanstack/react-query";
import fieldClasses from "../../../../ui/fields.module.css";
import { SelectField } from "../../../../ui/SelectField.tsx";
import classes from "./Appearance.module.css";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";
import { OptionalText } from "./OptionalText.tsx";

const emptyBanner: NonNullable<Appearance["banner"]> = { text: "", tone: "info", from: null, until: null };

/**
 * A notice for everybody who is signed in, such as when the service is maintained. Its kind and days stay while its text
 * is replaced; the server saves none without a text.
 */
export function BannerFields({ appearance: { banner }, change }: AppearanceFieldsProps) {
  const isReversed = Boolean(banner?.from && banner.until && banner.from > banner.until);
  return (
    <>
      <Textarea
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Text of the notice`}
        description={t`Everybody who is signed in sees it, and can close it until its text changes.`}
        placeholder={t`No notice`}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={limits.bannerLength}
        value={banner?.text ?? ""}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const changed = { ...(banner ?? emptyBanner), text };
          change({ banner: hashKey([changed]) === hashKey([emptyBanner]) ? null : changed });
        }}
      />
      {banner && (
        <div className={classes.row}>
          <SelectField
            label={t`Kind`}
            value={banner.tone}
            choices={[
              { value: "info", label: t`Information` },
              { value: "warning", label: t`Warning` },
            ]}
            onChange={(tone) => change({ banner: { ...banner, tone: tone === "warning" ? "warning" : "info" } })}
          />
          <OptionalText
            type="date"
            label={t`First day`}
            value={banner.from}
            isLocked={false}
            onChange={(from) => change({ banner: { ...banner, from } })}
          />
          <OptionalText
            type="date"
            label={t`Last day`}
            value={banner.until}
            isLocked={false}
            error={isReversed && t`The notice ends before it begins.`}
            onChange={(until) => change({ banner: { ...banner, until } })}
          />
        </div>
      )}
    </>
  );
}
