import "../../lib/zodSettings.ts";
import "../../app/theme/mantineStyles.ts";
import "../../app/theme/global.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "../../app/startup/Providers.tsx";
import { readStyleNonce } from "../../app/startup/styleNonce.ts";
import { ArtifactPreview } from "../../ui/preview/ArtifactPreview.tsx";

/** A page that shows artifacts side by side, as the app does in its panel. Tests call `showArtifacts`. */
interface ShownArtifact {
  type: string;
  name: string;
  contents: string;
}

function Page() {
  const [shown, setShown] = useState<{ run: number; artifacts: ShownArtifact[] }>({ run: 0, artifacts: [] });
  Object.assign(window, {
    showArtifacts: (artifacts: ShownArtifact[]) => setShown(({ run }) => ({ run: run + 1, artifacts })),
  });
  return (
    <main style={{ display: "flex", height: "100vh" }}>
      {shown.artifacts.map((artifact, index) => (
        <section
          key={`${shown.run} ${artifact.name}`}
          aria-label={artifact.name}
          style={{ flex: 1, minWidth: 0, height: "100%" }}
        >
          <ArtifactPreview
            {...artifact}
            onErrors={(errors) => void Object.assign(window, { [`errors${index}`]: errors })}
            onConsole={(lines) => void Object.assign(window, { [`lines${index}`]: lines })}
          />
        </section>
      ))}
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Providers styleNonce={readStyleNonce()}>
      <Page />
    </Providers>,
  );
}
