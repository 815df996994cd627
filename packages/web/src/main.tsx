import "./lib/zodSettings.ts";
import "./app/mantineStyles.ts";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { Providers } from "./app/Providers.tsx";
import { readStyleNonce } from "./app/styleNonce.ts";
import { restoreFragment } from "./lib/signIn.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");

restoreFragment();
createRoot(root).render(
  <StrictMode>
    <Providers styleNonce={readStyleNonce()}>
      <App />
    </Providers>
  </StrictMode>,
);
