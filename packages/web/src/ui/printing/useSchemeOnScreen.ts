import { useComputedColorScheme } from "@mantine/core";
import { useState } from "react";
import { useIsPrinting } from "./useIsPrinting.ts";

/** The page's colour scheme on screen. A page is printed in light colours, for which nothing can be drawn again in time. */
export function useSchemeOnScreen(): "light" | "dark" {
  const scheme = useComputedColorScheme("dark");
  const isPrinting = useIsPrinting();
  const [schemeOnScreen, setSchemeOnScreen] = useState(scheme);
  if (isPrinting || scheme === schemeOnScreen) return schemeOnScreen;
  setSchemeOnScreen(scheme);
  return scheme;
}
