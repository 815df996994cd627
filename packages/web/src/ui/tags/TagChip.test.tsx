import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TagChip } from "./TagChip.tsx";
import { getTagColor } from "./tagColor.ts";

test("[C2.52] a chip shows its tag in the colours of the tag's text", () => {
  for (const tag of ["physics", "law & order"]) {
    const html = renderToStaticMarkup(<TagChip tag={tag} />);
    const { dark, light } = getTagColor(tag);
    for (const [property, value] of [
      ["--tag-dark-text", dark.text],
      ["--tag-dark-background", dark.background],
      ["--tag-light-text", light.text],
      ["--tag-light-background", light.background],
    ]) {
      expect(html).toContain(`${property}:${value}`);
    }
    expect(html).toContain(`>${tag.replace("&", "&amp;")}<`);
  }
});
