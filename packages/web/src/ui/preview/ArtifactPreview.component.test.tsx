import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../testing/renderApp.tsx";
import { stubRequests } from "../../testing/stubServer.ts";
import { ArtifactPreview } from "./ArtifactPreview.tsx";

const show = async (type: string, contents: string, name = "Sample") => {
  const { unmount } = await renderInWorkspace(<ArtifactPreview {...{ type, name, contents }} />);
  return unmount;
};

/** Answers as a server with the libraries that the programs import. */
function stubLibraries(): void {
  const entries = ["react", "react/jsx-runtime", "react-dom/client", "vue"].map((name) => [name, "library.js"]);
  const list = { entries: Object.fromEntries(entries), imports: {} };
  stubRequests(({ url }) => {
    if (url.endsWith("/preview/libraries.json")) return Response.json(list);
    return url.endsWith("/preview/library.js") ? new Response("export default {};") : null;
  });
}

test("[C2.33] vanilla, static, React and Vue artifacts run in a sandboxed frame without the page's origin", async () => {
  const programs = {
    vanilla: "document.body.append('Hi');",
    static: "<p>Hi</p>",
    react: "export default function App() { return <p>Hi</p>; }",
    vue: "<template><p>Hi</p></template>",
  };
  stubLibraries();
  for (const [type, contents] of Object.entries(programs)) {
    const unmount = await show(type, contents, `A ${type} page`);
    const frame = page.getByTitle(`Preview of A ${type} page`);
    await expect.element(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms");
    await unmount();
  }
});

test("[C2.33] texts and data have views of their own, SVG is sanitized, and other types are not supported", async () => {
  const expectShown = async (type: string, contents: string, check: () => Promise<void>) => {
    const unmount = await show(type, contents);
    await check();
    expect(document.querySelector("iframe")).toBeNull();
    await unmount();
  };
  await expectShown("text", "only words", () => expect.element(page.getByText("only words")).toBeVisible());
  await expectShown("json", '{"city":"Bern"}', () => expect.element(page.getByText("Bern")).toBeVisible());
  await expectShown("csv", "name,value\nBern,7", () =>
    expect.element(page.getByRole("cell", { name: "Bern", exact: true })).toBeVisible(),
  );
  const picture =
    '<svg viewBox="0 0 9 9"><title>A dot</title><script>alert(1)</script><circle r="5" onload="x()"/></svg>';
  await expectShown("svg", picture, async () => {
    const image = page.getByRole("img", { name: "A dot" });
    await expect.element(image).toHaveAttribute("src", expect.stringMatching(/^blob:/));
    const svg = await (await fetch(image.element().getAttribute("src") ?? "")).text();
    expect(svg).toContain("<circle");
    expect(svg).not.toMatch(/script|onload/);
  });
  await expectShown("code", "x", () =>
    expect.element(page.getByText("Unsupported artifact type.", { exact: true })).toBeVisible(),
  );
  // The policy of the frame forbids what Angular's compiler does.
  await expectShown("angular", "@Component({ template: 'Hi' })", async () => {
    await expect.element(page.getByText(/^Angular artifacts don’t run in the preview, because/)).toBeVisible();
    await expect.element(page.getByText("@Component")).toBeVisible();
  });
});
