import { t } from "@lingui/core/macro";
import { IconAdjustmentsHorizontal, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import type { AdvancedSettingsProps } from "../settings/AdvancedSettings.tsx";
import { LazyAdvancedSettings, preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./NewConversationTools.module.css";

interface NewConversationToolsProps extends Omit<AdvancedSettingsProps, "modelSelector"> {
  modelSelector: ReactNode;
  controls: ReactNode;
  /** Prompts to start with; hidden while the settings are unfolded. */
  starters?: ReactNode;
  /** Shown beyond the starters, seen from the message field. May appear later, and moves nothing then. */
  further?: ReactNode;
}

/**
 * Shown beside the message field before the first message: the model, the storage, the settings, prompts to start with.
 * On a narrow screen the field is below, the prompts come first, so that the model is beside the field, the storage is in
 * the header, and the settings are in a dialog, because nothing has room to unfold.
 */
export function NewConversationTools(props: NewConversationToolsProps) {
  const { modelSelector, controls, starters, further, ...settings } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const panelId = useId();
  const isNarrow = useIsNarrow();
  const beginnings = (isNarrow || !isOpen) && (
    <div data-starters>
      {/* What is further away waits for the starters, which would move it. */}
      <Suspense>
        {!isNarrow && starters}
        <div className={classes.further}>{further}</div>
        {isNarrow && starters}
      </Suspense>
    </div>
  );
  return (
    <section className={classes.tools} aria-label={t`New chat`}>
      {isNarrow && beginnings}
      <div className={classes.line}>
        <div className={classes.model}>{modelSelector}</div>
        {!isNarrow && controls}
        <button
          type="button"
          className={classes.toggle}
          aria-label={t`Advanced settings`}
          {...(isNarrow ? { "aria-haspopup": "dialog" } : { "aria-expanded": isOpen, "aria-controls": panelId })}
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
      {isNarrow ? (
        <Modal isOpen={isOpen} title={t`Advanced settings`} onClose={() => setIsOpen(false)} fitsContent>
          <div className={classes.sheet}>
            <LazyAdvancedSettings {...settings} />
          </div>
        </Modal>
      ) : (
        <div id={panelId} className={classes.fold} data-open={isOpen || undefined} inert={!isOpen}>
          <div className={classes.folded}>
            {wasOpened && (
              <div className={classes.panel}>
                <LazyAdvancedSettings {...settings} />
              </div>
            )}
          </div>
        </div>
      )}
      {!isNarrow && beginnings}
    </section>
  );
}
