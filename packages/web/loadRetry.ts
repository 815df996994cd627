import type { Plugin } from "vite";

const replacements = [
  // A failed request is forgotten. Vite would remember it as done, and the next import would resolve without the style.
  ["(err) => {\n\t\tseen[href] = void 0;", "(err) => {\n\t\tdelete seen[href];"],
  // Its element too, which Vite would take for a loaded style.
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
  ["return baseModule().catch(handlePreloadError);", "return importAgain(baseModule).catch(handlePreloadError);"],
] as const;

/**
 * Browsers remember that a script could not be loaded, and never request its address again. So an import that is repeated
 * requests the script at another one, which Chromium and Firefox name in their errors. A script that failed as a part of
 * another one is not loaded again.
 */
const importAgain = `
const failedScripts = new Set();
let retries = 0;
function importAgain(load) {
	return load().catch((error) => {
		const url = /https?:\\/\\/\\S+\\.js\\b/.exec(error && error.message)?.[0];
		if (url === undefined) throw error;
		if (failedScripts.has(url)) return import(/* @vite-ignore */ url + "?retry=" + ++retries);
		failedScripts.add(url);
		throw error;
	});
}
`;

/** Lets the import of a script load what could not be loaded, the script or its style sheet, again when it is repeated. */
export function retryLoading(): Plugin {
  return {
    name: "retry-loading",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) => ({ code: forgetFailures(code) + importAgain, map: null }),
    },
  };
}

/** Throws if the code of Vite is no longer the one that this was written for. */
function forgetFailures(code: string): string {
  let mended = code;
  for (const [before, after] of replacements) {
    if (mended.split(before).length !== 2) throw new Error("The code with which Vite loads scripts has changed.");
    mended = mended.replace(before, after);
  }
  return mended;
}
