import "./lib/zodSettings.ts";
import "./app/theme/mantineStyles.ts";
import "./app/theme/fonts.css";
import "./app/theme/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { notifyLateLocale } from "./app/startup/notifyLateLocale.ts";
import { notifyLocaleFailure } from "./app/startup/notifyLocaleFailure.ts";
import { Providers } from "./app/startup/Providers.tsx";
import { prepareFirstScreen } from "./app/startup/prepareFirstScreen.ts";
import { readStyleNonce } from "./app/startup/styleNonce.ts";
import { restoreFragment } from "./entities/session/signIn.ts";
import { loadLocale } from "./lib/i18n/i18n.ts";
import { startFocusHistory } from "./ui/focus/focusHistory.ts";
import { startPressHistory } from "./ui/tooltip/lastPress.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");

restoreFragment();
startFocusHistory();
startPressHistory();
// No top-level await: a module with one cannot share chunks with lazily loaded modules.
void Promise.all([loadLocale({ onFailed: notifyLocaleFailure, onLate: notifyLateLocale }), prepareFirstScreen()]).then(
  () =>
    createRoot(root).render(
      <StrictMode>
        <Providers styleNonce={readStyleNonce()}>
          <App />
        </Providers>
      </StrictMode>,
    ),
);
