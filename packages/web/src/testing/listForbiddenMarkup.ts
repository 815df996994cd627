/**
 * Lists forbidden elements and attributes (scripts, loads, event handlers) and unsafe links within rendered hostile
 * text. Uses nothing from this file, so that tests can also run it inside a page.
 */
export function listForbiddenMarkup(container: Element): string[] {
  const findings: string[] = [];
  const forbiddenElements =
    "script, style, iframe, frame, object, embed, form, base, meta, link, foreignObject, animate, maction";
  for (const element of container.querySelectorAll(forbiddenElements)) findings.push(element.outerHTML);
  for (const element of container.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || name === "srcdoc" || name === "formaction") findings.push(`${name}=${value}`);
      if (name === "style" && /url\(/i.test(value)) findings.push(`style=${value}`);
      const isPicture = element.localName === "img" && value.startsWith(`blob:${location.origin}/`);
      if (name === "src" && !isPicture && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(value))
        findings.push(`src=${value}`);
    }
  }
  for (const link of container.querySelectorAll<HTMLAnchorElement>("a, area, [href]")) {
    const opensNewTabSafely = link.target === "_blank" && /\bnoopener\b/.test(link.rel);
    if (!(/^https?:$/.test(link.protocol) && opensNewTabSafely) && link.protocol !== "mailto:")
      findings.push(link.outerHTML);
  }
  return findings;
}
