// Sets the theme before the first paint. A file of its own, because the content security policy allows no inline script.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is blocked: the default stays.
  }
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme === "light" ? "light" : "dark");
})();
