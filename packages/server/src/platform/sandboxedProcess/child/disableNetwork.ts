import dgram from "node:dgram";
import net from "node:net";

/** From here on nothing in this process reaches the network: nothing that is read may make a library fetch what it names. */
export function disableNetwork(): void {
  const refuse = (): never => {
    throw new Error("This process uses no network");
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  globalThis.fetch = refuse;
}
