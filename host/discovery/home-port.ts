import os from "node:os";

/** Where a person's files lie, and what the environment says about it. */
export interface HomePort {
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** The home folder of whoever runs this program. */
export function ownHome(): HomePort {
  return { home: os.homedir(), env: process.env };
}
