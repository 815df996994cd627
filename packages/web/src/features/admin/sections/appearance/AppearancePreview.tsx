import type { Appearance } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Logo, LogoUrlContext } from "../../../../ui/Logo.tsx";
import { SiteNotice } from "../../../../ui/notices/SiteNotice.tsx";
import classes from "./Appearance.module.css";

/** The name, the logo and the notice as they will be shown. */
export function AppearancePreview({ appearance: { productName, logo, banner } }: { appearance: Appearance }) {
  return (
    <figure className={classes.preview} aria-label={t`Preview of the name and the notice`}>
      {banner && banner.text.trim() !== "" && <SiteNotice text={banner.text} tone={banner.tone} />}
      <div className={classes.brand}>
        <LogoUrlContext value={logo}>
          <Logo size={24} />
        </LogoUrlContext>
        <span className={classes.name}>{productName?.trim() || "Lectern"}</span>
      </div>
    </figure>
  );
}
