import { parseUsedMemories } from "@lectern/contract";
import { Suspense } from "react";
import type {
  AnswerPartContribution,
  BelowSettingsProps,
  ComposerToolContribution,
  ComposerToolProps,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { useUsesMemory } from "../../entities/memory/useUsesMemory.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const ProjectPicker = lazy(() =>
  import("./composer/ProjectPicker.tsx").then(({ ProjectPicker }) => ({ default: ProjectPicker })),
);
const MemoryShelf = lazy(() =>
  import("./composer/MemoryShelf.tsx").then(({ MemoryShelf }) => ({ default: MemoryShelf })),
);
const ChatMemorySetting = lazy(() =>
  import("./settings/ChatMemorySetting.tsx").then(({ ChatMemorySetting }) => ({ default: ChatMemorySetting })),
);

/** The project whose memories a chat uses, and the facts that were detected in it. */
export const memoryTool: ComposerToolContribution = {
  id: "memory",
  Button(props) {
    const usesMemory = useUsesMemory(useWorkspace().user.id);
    return usesMemory && props.conversation.skipMemory !== true && <ProjectPicker {...props} />;
  },
  Shelf: (props: ComposerToolProps) => useUsesMemory(useWorkspace().user.id) && <MemoryShelf {...props} />,
};

/** Turns memory off for one chat, in its settings. */
export const chatMemorySetting: SlotContribution<BelowSettingsProps> = {
  id: "memory",
  Component(props) {
    const usesMemory = useUsesMemory(useWorkspace().user.id);
    return (
      usesMemory && (
        <Suspense fallback={null}>
          <ChatMemorySetting {...props} />
        </Suspense>
      )
    );
  },
};

/** The memories that an answer was written with. */
export const usedMemories: AnswerPartContribution = {
  id: "memories",
  appliesTo: (state) => parseUsedMemories(state).length > 0,
  Component: lazy(() => import("./answer/UsedMemories.tsx").then(({ UsedMemories }) => ({ default: UsedMemories }))),
};
