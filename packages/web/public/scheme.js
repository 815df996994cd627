// Sets the colour scheme before the first paint. A separate file, because the content security policy blocks inline
// scripts.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is blocked: use the default.
  }
  // "auto": the theme of the device.
  const isLight = scheme === "light" || (scheme === "auto" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isLight ? "light" : "dark");
})();
