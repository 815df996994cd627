import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/core/styles/ColorPicker.css";
import "@mantine/core/styles/ColorInput.css";
import { t } from "@lingui/core/macro";
import { ColorInput } from "@mantine/core";
import { type AccentTheme, deriveAccent, isHexColor } from "../../../../lib/color/accent.ts";
import { formatNumber } from "../../../../lib/i18n/formats.ts";
import fieldClasses from "../../../../ui/fields.module.css";
import adminClasses from "../../Admin.module.css";
import classes from "./Appearance.module.css";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";

/** The accent of the product without another one, as in `app/theme`. Its links are lighter in the dark theme. */
const defaultAccent = "#1a6c91";
const defaultLinks = { dark: "#58b1d1", light: defaultAccent } as const;

/** The colour of links and buttons, with what becomes of it in both themes. */
export function AccentField({ appearance: { accentColor }, change }: AppearanceFieldsProps) {
  const isInvalid = accentColor !== null && !isHexColor(accentColor);
  const color = accentColor === null || isInvalid ? null : accentColor;
  return (
    <>
      <ColorInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Colour of links and buttons`}
        description={t`Where it would be hard to read, it is made lighter or darker.`}
        placeholder={defaultAccent}
        format="hex"
        dir="ltr"
        maxLength={7}
        fixOnBlur={false}
        eyeDropperButtonProps={{ "aria-label": t`Pick a colour from the screen` }}
        value={accentColor ?? ""}
        error={isInvalid && t`A colour has the form #1a6c91.`}
        onChange={(value) => change({ accentColor: value || null })}
      />
      <div className={classes.themes}>
        <ThemePreview theme="dark" color={color} />
        <ThemePreview theme="light" color={color} />
      </div>
    </>
  );
}

/** `color`: null for the product's own. */
function ThemePreview({ theme, color }: { theme: AccentTheme; color: string | null }) {
  const { text, soft } = deriveAccent(color ?? defaultLinks[theme], theme);
  const { button } = deriveAccent(color ?? defaultAccent, theme);
  const name = theme === "dark" ? t`Dark theme` : t`Light theme`;
  return (
    <figure className={classes.theme} aria-label={name}>
      <div className={classes.sample} data-theme={theme} aria-hidden>
        <span className={classes.sampleButton} style={{ background: button.color }}>
          {t`Button`}
        </span>
        <span className={classes.sampleLink} style={{ color: text.color }}>
          {t`Link`}
        </span>
        <span className={classes.sampleRow} style={{ background: soft }}>
          {t`Selected row`}
        </span>
      </div>
      <figcaption className={adminClasses.note}>
        <b>{name}</b>
        <span>{describe(t`Links`, text)}</span>
        <span>{describe(t`Text of buttons`, button)}</span>
      </figcaption>
    </figure>
  );
}

function describe(subject: string, { contrast, change }: ReturnType<typeof deriveAccent>["text"]): string {
  // Rounded down, so that no contrast is called sufficient that is not.
  const ratio = formatNumber(Math.floor(contrast * 10) / 10);
  switch (change) {
    case null:
      return t`${subject}: contrast ${ratio}:1`;
    case "lighter":
      return t`${subject}: contrast ${ratio}:1, made lighter`;
    case "darker":
      return t`${subject}: contrast ${ratio}:1, made darker`;
  }
}
