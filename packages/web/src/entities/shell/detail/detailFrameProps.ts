import type { ReactNode } from "react";

export interface DetailFrameProps {
  /** The name of what is shown. */
  title: string | undefined;
  /** Shown below the title. On a phone, what has an `order` is in a second row of the header. */
  subtitle?: ReactNode;
  /** The buttons beside the title. */
  actions?: ReactNode;
  /** Shown between the header and the content, such as a search field. */
  toolbar?: ReactNode;
  /** What is shown. Another subject is another opening, which takes the focus. */
  subject: unknown;
  /** False if the panel beside the conversation has opened by itself, and leaves the focus where it is; absent: true. */
  takesFocus?: boolean;
  /** Handles Esc instead of closing the panel, for example closes a search first; null: Esc closes the panel. */
  onEscape?: (() => void) | null;
  /** The class of the frame. */
  className?: string | undefined;
  children: ReactNode;
}
