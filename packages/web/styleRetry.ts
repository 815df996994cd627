import type { Plugin } from "vite";

const replacements = [
  // A failed request is forgotten. Vite would remember it as done, and the next import would resolve without the style.
  ["(err) => {\n\t\tseen[href] = void 0;", "(err) => {\n\t\tdelete seen[href];"],
  // Its element too, which Vite would take for a loaded style.
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
] as const;

/** Lets the import of a script whose style sheet could not be loaded load the style sheet again when it is repeated. */
export function retryStyles(): Plugin {
  return {
    name: "retry-styles",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) => ({ code: forgetFailures(code), map: null }),
    },
  };
}

/** Throws if the code of Vite is no longer the one that this was written for. */
function forgetFailures(code: string): string {
  let mended = code;
  for (const [before, after] of replacements) {
    if (mended.split(before).length !== 2) throw new Error("The code with which Vite loads style sheets has changed.");
    mended = mended.replace(before, after);
  }
  return mended;
}
