import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getDefaultTheme } from "../../entities/settings/themes.ts";
import { i18n } from "../../lib/i18n/i18n.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { useIsPrinting } from "../../ui/printing/useIsPrinting.ts";
import { cssVariablesResolver, theme } from "../theme/theme.tsx";
import { Notices } from "./Notices.tsx";

/**
 * Provides the contexts of the whole application. The content security policy requires `styleNonce` on style elements.
 */
export function Providers({ styleNonce, children }: { styleNonce: string; children: ReactNode }) {
  const defaultTheme = getDefaultTheme();
  // Browsers print the colours of the text, but not the background.
  const isPrinting = useIsPrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme={defaultTheme === "system" ? "auto" : defaultTheme}
      {...(isPrinting && { forceColorScheme: "light" })}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}
