import dgram from "node:dgram";
import net from "node:net";

/** Blocks sockets and `fetch` in this process, so that no document can make a library fetch a URL. */
export function disableNetwork(): void {
  const rejectNetworkAccess = (): never => {
    throw new Error("Network access is disabled in this process");
  };
  net.Socket.prototype.connect = rejectNetworkAccess;
  net.Server.prototype.listen = rejectNetworkAccess;
  dgram.Socket.prototype.bind = rejectNetworkAccess;
  dgram.Socket.prototype.send = rejectNetworkAccess;
  globalThis.fetch = rejectNetworkAccess;
}
