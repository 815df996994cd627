import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { sanitizeSvg } from "../../diagrams/sanitizeSvg.ts";
import { useObjectUrl } from "../../diagrams/useObjectUrl.ts";
import { CodeText } from "../../markdown/code/CodeText.tsx";
import classes from "../ArtifactPreview.module.css";

/** Shows a sanitized SVG as an `img`, in which browsers run no scripts and load nothing; its code if it is not safe. */
export function SvgView({ code, name }: { code: string; name: string }) {
  const picture = useMemo(() => sanitizeSvg(prepareSvg(code)), [code]);
  const url = useObjectUrl(picture?.svg ?? "", "image/svg+xml");
  if (!picture) {
    return (
      <div className={classes.scroll}>
        <p className={classes.problem}>{t`This picture isn’t safe to show, or isn’t valid SVG. Here is its code.`}</p>
        <CodeText code={code} language="xml" isComplete />
      </div>
    );
  }
  return (
    <div className={classes.picture}>
      <img
        src={url === "" ? undefined : url}
        alt={picture.title || name}
        style={{ aspectRatio: `${picture.width} / ${picture.height}`, width: picture.width }}
      />
    </div>
  );
}

/** Removes what stands before the picture, and adds the namespace, which models often leave out. */
function prepareSvg(code: string): string {
  const svg = code.slice(Math.max(0, code.search(/<svg\b/))).trim();
  return /^<svg\b[^>]*\bxmlns\s*=/.test(svg) ? svg : svg.replace(/^<svg\b/, '<svg xmlns="http://www.w3.org/2000/svg"');
}
