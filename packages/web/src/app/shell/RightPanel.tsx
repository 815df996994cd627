import { IconLayoutSidebarRightCollapse } from "@tabler/icons-react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { PromptPanel } from "../../features/prompts/panel/PromptPanel.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePromptStart } from "../usePromptStart.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import classes from "./RightPanel.module.css";

interface RightPanelProps {
  userId: string;
  /** Why no conversation can be begun now; null: one can. */
  blockedReason: string | null;
  onClose: () => void;
}

/** The right panel: prompts. It is loaded when it first opens. */
export function RightPanel({ userId, blockedReason, onClose }: RightPanelProps) {
  const flags = {
    overrideInvisiblePrompts: useFlag("overrideInvisiblePrompts"),
    rootPromptCreate: useFlag("rootPromptCreate"),
    promptPrefixCreate: useFlag("promptPrefixCreate"),
    outputTransformerCreate: useFlag("outputTransformerCreate"),
    followUpCreate: useFlag("followUpCreate"),
  };
  const start = usePromptStart();
  return (
    <div className={classes.root}>
      <div className={classes.top}>
        <h2 className={classes.title}>Prompts</h2>
        <IconButton name="Close the prompts" onClick={onClose}>
          <IconLayoutSidebarRightCollapse size={20} stroke={1.6} />
        </IconButton>
      </div>
      <div className={classes.content}>
        <ErrorBoundary what="The list of prompts">
          <PromptPanel userId={userId} flags={flags} blockedReason={blockedReason} onStart={start} />
        </ErrorBoundary>
      </div>
    </div>
  );
}
