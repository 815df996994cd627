// Sets the colour scheme before the first paint. A separate file, because the content security policy blocks inline
// scripts.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is blocked: use the default.
  }
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme === "light" ? "light" : "dark");
})();
