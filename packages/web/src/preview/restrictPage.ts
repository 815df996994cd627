/** Removes and replaces functions of the browser. Runs before all code of the artifact. */
export function restrictPage(): void {
  removePeerConnections();
  provideMemoryStorage();
  keepFocusOutside();
  explainLinks();
}

/** WebRTC is the only way to the network that no policy of Chromium forbids. */
function removePeerConnections(): void {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "RTCIceTransport"]) {
    Reflect.deleteProperty(globalThis, name);
  }
}

/**
 * An opaque origin has no storage, and the browser throws when it is used. Many examples use it, so they get one that is
 * empty at each start.
 */
function provideMemoryStorage(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { value: createMemoryStorage(), configurable: true });
  }
}

function createMemoryStorage(): Storage {
  const items = new Map<string, string>();
  const methods = {
    getItem: (key: string) => items.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void items.set(String(key), String(value)),
    removeItem: (key: string) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  };
  return new Proxy(methods as unknown as Storage, {
    get: (target, key) =>
      key === "length"
        ? items.size
        : (Reflect.get(target, key) ?? (typeof key === "string" ? items.get(key) : undefined)),
    set: (_, key, value) => {
      items.set(String(key), String(value));
      return true;
    },
    deleteProperty: (_, key) => {
      items.delete(String(key));
      return true;
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      items.has(String(key)) ? { value: items.get(String(key)), enumerable: true, configurable: true } : undefined,
  });
}

/** A preview that opens by itself must not take the focus from the message box. */
function keepFocusOutside(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (navigator.userActivation.hasBeenActive) focus.call(this, options);
  };
}

/** The page blocks navigation of the frame, which would replace the preview with an error of the browser. */
function explainLinks(): void {
  addEventListener(
    "click",
    (event) => {
      const link = event
        .composedPath()
        .find((target) => target instanceof Element && target.matches("a[href], area[href]"));
      const href = link instanceof Element ? (link.getAttribute("href") ?? "") : "#";
      if (href.startsWith("#")) return;
      event.preventDefault();
      console.warn(`Links do not open in the preview: ${href}`);
    },
    { capture: true },
  );
}
