import { create } from "zustand";

export type PanelTab = "chats" | "settings";

/** Which tab of the left panel is shown. It begins with the conversations. */
export const usePanelTab = create<{ tab: PanelTab }>(() => ({ tab: "chats" }));

/** Opens what hides a field from the one who wants to write in it; the frame of the page says how. */
type Reveal = (field: SoughtField) => void;
export type SoughtField = "Message" | "Search conversations";

let reveal: Reveal | null = null;

/** Names who opens panels for a field that is sought. Gives what ends that. */
export function revealWith(given: Reveal): () => void {
  reveal = given;
  return () => {
    if (reveal === given) reveal = null;
  };
}

/** Puts the focus into the field with this name, and shows it first where a panel or a tab hides it. */
export function focusField(name: SoughtField): void {
  reveal?.(name);
  document.querySelector<HTMLElement>(`:is(input,textarea)[aria-label="${name}"]`)?.focus();
}
