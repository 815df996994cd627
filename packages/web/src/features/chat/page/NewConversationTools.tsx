import { t } from "@lingui/core/macro";
import { IconAdjustmentsHorizontal, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import type { AdvancedSettingsProps } from "../settings/AdvancedSettings.tsx";
import { LazyAdvancedSettings, preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./NewConversationTools.module.css";

interface NewConversationToolsProps extends Omit<AdvancedSettingsProps, "modelSelector"> {
  modelSelector: ReactNode;
  storageToggle: ReactNode;
  /** Prompts to start with; hidden while the settings are open. */
  starters?: ReactNode;
}

/**
 * Shown beside the message field before the first message: the model, the storage, the settings, prompts to start with.
 * On a narrow screen the field is below, the prompts come first, so that the model is beside the field, and the storage
 * is in the header.
 */
export function NewConversationTools(props: NewConversationToolsProps) {
  const { modelSelector, storageToggle, starters, ...settings } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const panelId = useId();
  const isNarrow = useIsNarrow();
  return (
    <section className={classes.tools} aria-label={t`New chat`}>
      {isNarrow && !isOpen && <div data-starters>{starters}</div>}
      <div className={classes.line}>
        <div className={classes.model}>{modelSelector}</div>
        {!isNarrow && storageToggle}
        <button
          type="button"
          className={classes.toggle}
          aria-label={t`Advanced settings`}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpened(true);
          }}
          {...preloadSettingsProps}
        >
          {isNarrow ? (
            <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
          ) : (
            <>
              <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden />
              <span className={classes.label}>{t`Advanced settings`}</span>
              <IconChevronDown size={12} stroke={2} className={classes.chevron} aria-hidden />
            </>
          )}
        </button>
      </div>
      <div id={panelId} className={classes.fold} data-open={isOpen || undefined} inert={!isOpen}>
        <div className={classes.folded}>
          {wasOpened && (
            <div className={classes.panel}>
              <LazyAdvancedSettings {...settings} />
            </div>
          )}
        </div>
      </div>
      {!isNarrow && !isOpen && starters}
    </section>
  );
}
