/** Seconds since 1970 as ISO 8601; undefined for what no calendar has. */
export function isoTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8.64e12) return undefined;
  return new Date(seconds * 1000).toISOString();
}
