const sizePx = 600;
const pollMs = 500;

/**
 * Opens an empty window over the middle of this one; null: the browser has blocked it. Call it while a click is being
 * handled, because browsers block windows that are opened later.
 */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - sizePx) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - sizePx) / 2);
  return window.open("about:blank", "_blank", `popup,width=${sizePx},height=${sizePx},left=${left},top=${top}`);
}

/** Resolves when the person or the page in it has closed a window. */
export function waitUntilClosed(popup: Window): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      resolve();
    }, pollMs);
  });
}
