import { isIP, isIPv6 } from "node:net";

/** Where the server listens: what `listen` is given, and how addresses of it begin. */
export interface BindAddress {
  readonly host: string;
  /** For an address: brackets around IPv6. */
  readonly shownHost: string;
  /** True when only this machine can reach it. */
  readonly loopback: boolean;
}

const loopbackNames = new Set(["localhost", "127.0.0.1", "::1"]);

function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host.startsWith("127.");
}

/**
 * Reads `--host`: `localhost` or an address that was literally typed. Any other name is refused, as who it belongs
 * to may change while the server runs.
 */
export function bindAddress(given = "127.0.0.1"): BindAddress | { readonly error: string } {
  const host = given.replace(/^\[(.*)\]$/, "$1");
  if (host !== "localhost" && isIP(host) === 0)
    return { error: `--host wants localhost or an address such as 127.0.0.1, not ${JSON.stringify(given)}` };
  return { host, shownHost: isIPv6(host) ? `[${host}]` : host, loopback: isLoopback(host) };
}

/** True for a Host header that means this server. One that listens everywhere is reached by any of its addresses. */
export function isOwnHost(header: string | undefined, bind: BindAddress, port: number): boolean {
  if (header === undefined) return false;
  if (header === `${bind.shownHost}:${port}`) return true;
  if (bind.host !== "0.0.0.0" && bind.host !== "::") return false;
  // A name could be pointed here by whoever owns it; an address cannot.
  const suffix = `:${port}`;
  return header.endsWith(suffix) && isIP(header.slice(0, -suffix.length).replace(/^\[(.*)\]$/, "$1")) !== 0;
}
