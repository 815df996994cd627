import { IconLayoutSidebarRightCollapse } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useFlag } from "../features/flags/useFlag.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { ListSkeleton } from "../ui/Skeletons.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import classes from "./RightPanel.module.css";
import { usePromptStart } from "./usePromptStart.tsx";

const PromptPanel = lazy(() =>
  import("../features/prompts/panel/PromptPanel.tsx").then(({ PromptPanel }) => ({ default: PromptPanel })),
);

interface RightPanelProps {
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The right panel: prompts. What is in it is loaded when it first opens, and stays. */
export function RightPanel({ userId, isOpen, onClose }: RightPanelProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const flags = {
    overrideInvisiblePrompts: useFlag("overrideInvisiblePrompts"),
    rootPromptCreate: useFlag("rootPromptCreate"),
    promptPrefixCreate: useFlag("promptPrefixCreate"),
    outputTransformerCreate: useFlag("outputTransformerCreate"),
    followUpCreate: useFlag("followUpCreate"),
  };
  const start = usePromptStart();
  if (!wasOpened) return null;
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
          <Suspense fallback={<ListSkeleton label="Loading the prompts" />}>
            <PromptPanel userId={userId} flags={flags} onStart={start} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}
