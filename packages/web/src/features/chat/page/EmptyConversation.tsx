import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Logo } from "../../../ui/Logo.tsx";
import type { AdvancedSettingsProps } from "../settings/AdvancedSettings.tsx";
import { LazyAdvancedSettings, preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./EmptyConversation.module.css";

interface EmptyConversationProps extends Omit<AdvancedSettingsProps, "modelSelector"> {
  modelSelector: ReactNode;
  storageToggle: ReactNode;
  /** A notice about the models, such as that none is connected yet. */
  notice?: ReactNode;
}

/** Shown before the first message: the model, where the conversation is stored, and its settings. */
export function EmptyConversation({ modelSelector, storageToggle, notice, ...settings }: EmptyConversationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const panelId = useId();
  return (
    <section className={classes.empty} aria-label="New conversation">
      <Logo size={40} />
      <h2 className={classes.title}>Start a new conversation.</h2>
      <div className={classes.choices}>
        {modelSelector}
        {storageToggle}
      </div>
      {notice}
      <div className={classes.advanced} data-open={isOpen || undefined}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpened(true);
          }}
          {...preloadSettingsProps}
        >
          Advanced settings
          <IconChevronDown size={16} stroke={1.8} className={classes.chevron} aria-hidden />
        </button>
        <div id={panelId} className={classes.fold} inert={!isOpen}>
          <div className={classes.folded}>
            {wasOpened && (
              <div className={classes.panel}>
                <LazyAdvancedSettings {...settings} />
              </div>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
