import { createContext } from "react";

/** The place beside the title of the Assistant Admin Interface; null until it is rendered. */
export const AdminBarContext = createContext<HTMLElement | null>(null);
