// Sets the colour scheme before the first paint. A separate file, because the content security policy blocks inline
// scripts.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is blocked: use the default.
  }
  const page = document.documentElement;
  if (!["dark", "light", "auto"].includes(scheme)) scheme = page.getAttribute("data-default-theme");
  if (scheme !== "dark" && scheme !== "light") {
    scheme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  }
  page.setAttribute("data-mantine-color-scheme", scheme);
})();
