import type { Appearance } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import adminClasses from "../../Admin.module.css";
import { AccentField } from "./AccentField.tsx";
import classes from "./Appearance.module.css";
import { AppearancePreview } from "./AppearancePreview.tsx";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";
import { BannerFields } from "./BannerFields.tsx";
import { ConditionsField } from "./ConditionsField.tsx";
import { LinkFields } from "./LinkFields.tsx";
import { LogoField } from "./LogoField.tsx";
import { OptionalText } from "./OptionalText.tsx";
import { StartersField } from "./StartersField.tsx";
import { StorageField } from "./StorageField.tsx";

// Not translated: the name of the product.
const defaultName = "Lectern";

interface AppearanceSectionProps {
  appearance: Appearance;
  /** The names of the fields that the server's environment sets. */
  locked: readonly string[];
  onChange: (appearance: Appearance) => void;
}

/** How the institution presents the product. Everything is optional: an empty field is the default. */
export function AppearanceSection({ appearance, locked, onChange }: AppearanceSectionProps) {
  const props: AppearanceFieldsProps = {
    appearance,
    isLocked: (name) => locked.includes(name),
    change: (changes) => onChange({ ...appearance, ...changes }),
  };
  return (
    <>
      <p className={adminClasses.note}>
        {t`Everything here is optional: an empty field means the default. Pages that are open show a change within a few seconds of saving.`}
      </p>
      <Part title={t`Name and logo`}>
        <OptionalText
          label={t`Name of the product`}
          placeholder={defaultName}
          maxLength={60}
          value={appearance.productName}
          isLocked={props.isLocked("productName")}
          onChange={(productName) => props.change({ productName })}
        />
        <LogoField {...props} />
        <AppearancePreview appearance={appearance} />
      </Part>
      <Part title={t`Colour`}>
        <AccentField {...props} />
      </Part>
      <Part title={t`Links and addresses`}>
        <LinkFields {...props} />
      </Part>
      <Part title={t`Conditions of use`}>
        <ConditionsField {...props} />
      </Part>
      <Part title={t`Notice above the workspace`}>
        <BannerFields {...props} />
      </Part>
      <Part title={t`Ways to start`}>
        <StartersField {...props} />
      </Part>
      <Part title={t`New chats`}>
        <StorageField {...props} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h4 className={classes.heading}>{title}</h4>
      {children}
    </section>
  );
}
