import { createContext } from "react";

/** Why the person cannot choose the model of the conversation's answers; null: they can. */
export const EnforcedModelContext = createContext<string | null>(null);
