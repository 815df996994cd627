import { i18n } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { getLocale, type Locale } from "./i18n.ts";

const subscribe = (onChange: () => void) => i18n.on("change", onChange);

/** The language in use. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, getLocale, getLocale);
