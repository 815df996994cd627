import { createContext } from "react";

/** The part of the open passage that matters most, which is highlighted more strongly; null: none. */
export const KeySentenceContext = createContext<string | null>(null);
