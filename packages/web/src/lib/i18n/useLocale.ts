import { useSyncExternalStore } from "react";
import { getLocale, type Locale, onLocaleChange } from "./i18n.ts";

/** The language in use. */
export const useLocale = (): Locale => useSyncExternalStore(onLocaleChange, getLocale, getLocale);
