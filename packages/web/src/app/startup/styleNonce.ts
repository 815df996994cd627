declare global {
  /** Read by `get-nonce`, which the scroll lock of dialogs uses. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the server wrote into the page. Also set for libraries that read it from `__webpack_nonce__`. */
export function readStyleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = meta?.nonce || meta?.content || "";
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
}
