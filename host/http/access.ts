import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** How many browsers may hold a session at once; the oldest is let go. */
const sessionLimit = 100;

function secret(): string {
  return randomBytes(24).toString("base64url");
}

/** Compares in the same time whatever differs. Lengths are those of the bytes: a stranger sends any characters. */
function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Who may talk to the server. A link holds a token that works once and is exchanged for a cookie; only the newest
 * link that was printed is good.
 */
export class Access {
  private readonly cookieName: string;
  private token: string | undefined;
  private sessions: string[] = [];

  /** Cookies do not know ports: the name tells two servers on one machine apart. */
  constructor(port: number) {
    this.cookieName = `ullage-${port}`;
  }

  /** A new one-time token; one that was not used yet is void. */
  newToken(): string {
    this.token = secret();
    return this.token;
  }

  /** Exchanges a token for the cookie to set. Undefined when the token is not good, or not any more. */
  redeem(given: string): string | undefined {
    if (this.token === undefined || !same(given, this.token)) return undefined;
    this.token = undefined;
    const session = secret();
    this.sessions = [...this.sessions, session].slice(-sessionLimit);
    return `${this.cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** True for a request whose cookie is good. */
  allows(request: IncomingMessage): boolean {
    const given = this.cookieOf(request.headers.cookie ?? "");
    return this.sessions.some((session) => same(given, session));
  }

  private cookieOf(header: string): string {
    for (const pair of header.split(";")) {
      const at = pair.indexOf("=");
      if (pair.slice(0, at).trim() === this.cookieName) return pair.slice(at + 1).trim();
    }
    return "";
  }
}
