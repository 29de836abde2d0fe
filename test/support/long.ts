/**
 * For a test of very many runs: a bound for what hangs, not for what is slow. Where `npm run fuzz` gives more runs, it
 * is as wide as for all tests (vite.config.ts).
 */
export const LONG = { timeout: process.env["FUZZ_RUNS"] ? 3_600_000 : 300_000 };
