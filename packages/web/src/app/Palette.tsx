import { CommandPalette } from "../features/palette/CommandPalette.tsx";
import type { AppDialogsProps } from "./shell/DialogHost.tsx";
import { usePaletteGroups } from "./usePaletteGroups.tsx";

/** The palette with all that this application has to find. */
export function Palette({ isOpen, onClose, ...props }: AppDialogsProps & { isOpen: boolean; onClose: () => void }) {
  const find = usePaletteGroups(props);
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={onClose}
      find={find}
      emptyText="Nothing is named so. Words inside messages are found by the search in the side panel."
    />
  );
}
