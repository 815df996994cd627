import dgram from "node:dgram";
import net from "node:net";

/** Blocks sockets and `fetch` in this process, so that no document can make a library fetch a URL. */
export function disableNetwork(): void {
  const reject = (): never => {
    throw new Error("Network access is disabled in this process");
  };
  net.Socket.prototype.connect = reject;
  net.Server.prototype.listen = reject;
  dgram.Socket.prototype.bind = reject;
  dgram.Socket.prototype.send = reject;
  globalThis.fetch = reject;
}
