import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import os from "node:os";
import { join, resolve, sep } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";

/** The only folder with native code that this process needs: the installed packages. */
const packagesFolder = join(repositoryRoot, "node_modules", sep);

/**
 * Removes what Node's permission model leaves open, so that no document can make a library use it: sockets, `fetch`,
 * name resolution, signals to other processes and native code outside the installed packages. Native code that is
 * already loaded does not pass through these functions.
 */
export function restrictProcess(): void {
  const networkError = "Network access is disabled in this process";
  replaceFunctions(net.Socket.prototype, ["connect"], networkError);
  // `_listen2` is what `listen` calls, and old libraries replace.
  replaceFunctions(net.Server.prototype, ["listen", "_listen2"], networkError);
  replaceFunctions(dgram.Socket.prototype, ["bind", "send"], networkError);
  replaceFunctions(globalThis, ["fetch"], networkError);
  for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    replaceFunctions(resolver, listLookupFunctions(resolver), networkError);
  // `_debugProcess` sends a signal that makes another Node process listen for a debugger.
  replaceFunctions(process, ["kill", "_kill", "_debugProcess"], "This process cannot send signals");
  replaceFunctions(os, ["setPriority"], "This process cannot change priorities");
  restrictAddons();
  syncBuiltinESMExports();
}

function listLookupFunctions(resolver: object): string[] {
  return Object.getOwnPropertyNames(resolver).filter((name) => /^(lookup|resolve|reverse)/.test(name));
}

function replaceFunctions(target: object, names: readonly string[], message: string): void {
  const reject = (): never => {
    throw new Error(message);
  };
  for (const name of names)
    Object.defineProperty(target, name, { value: reject, writable: false, configurable: false });
}

/** Without this, a library could write native code to this process's own folder and load it. */
function restrictAddons(): void {
  const { dlopen } = process;
  const loadInstalledAddon: typeof dlopen = (module, filename, ...options) => {
    // On Windows, Node adds a prefix to the path.
    const path = resolve(filename.replace(/^\\\\\?\\/, ""));
    if (!path.startsWith(packagesFolder)) throw new Error("This process loads only installed native code");
    return dlopen.call(process, module, filename, ...options);
  };
  Object.defineProperty(process, "dlopen", { value: loadInstalledAddon, writable: false, configurable: false });
}
