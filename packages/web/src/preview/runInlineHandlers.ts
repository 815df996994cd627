import { createScriptUrl } from "./places.ts";

type Handler = (this: unknown, event: Event) => unknown;

/** The compiled handlers by their code. */
const handlers = new Map<string, Handler>();
const loadingHandlers = new Map<string, Promise<void>>();
const handledAttributes = new WeakMap<Element, Set<string>>();

/**
 * Runs handlers in attributes, such as `onclick`. The frame's policy does not allow them, because a policy that does
 * would allow other inline scripts too. So each one becomes a script in a blob. Resolves when those of the page are
 * ready. Elements that are added later are handled too.
 */
export async function runInlineHandlers(): Promise<void> {
  Object.defineProperty(globalThis, registerName, {
    value: (code: string, handler: Handler) => handlers.set(code, handler),
  });
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) handleTree(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
  handleTree(document.body);
  await Promise.all(loadingHandlers.values());
}

const registerName = "__previewHandler";

function handleTree(root: Element): void {
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) handleAttribute(element, name, value);
    }
  }
}

function handleAttribute(element: Element, name: string, code: string): void {
  const handled = handledAttributes.get(element) ?? new Set();
  if (handled.has(name)) return;
  handledAttributes.set(element, handled.add(name));
  void loadHandler(code);
  // Events of the window may have their handler on the body.
  const target =
    element === document.body && /^on(?:load|resize|hashchange|beforeunload)$/.test(name) ? window : element;
  target.addEventListener(name.slice(2), (event) => {
    if (handlers.get(code)?.call(element, event) === false) event.preventDefault();
  });
}

function loadHandler(code: string): Promise<void> {
  const loading = loadingHandlers.get(code) ?? runHandlerScript(code);
  loadingHandlers.set(code, loading);
  return loading;
}

function runHandlerScript(code: string): Promise<void> {
  const script = document.createElement("script");
  // As in HTML, names mean properties of the element, its form and the document first.
  script.src = createScriptUrl(
    `${registerName}(${JSON.stringify(code)}, function (event) { with (document) with (this.form ?? {}) with (this) {${code}\n} });`,
    { path: "index.html", lines: [], label: "index.html" },
  );
  return new Promise((resolve) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => resolve());
    document.head.append(script);
  });
}
