declare global {
  /** The global variable from which `get-nonce` reads the nonce. The scroll lock of dialogs uses `get-nonce`. */
  var __webpack_nonce__: string | undefined;
}

/** Returns the nonce that the server wrote into the page. Also stores it in `__webpack_nonce__` for libraries. */
export function readStyleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = meta?.nonce || meta?.content || "";
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
}
