// Loaded before every test file. `npm test` and `npm run fuzz` choose a seed and print it, so that a run can be repeated;
// `npm run fuzz` also gives more runs to every property that does not name a number itself.
import fc from "fast-check";

const { FUZZ_RUNS, FUZZ_SEED } = process.env;

fc.configureGlobal({
  ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}),
  ...(FUZZ_RUNS ? { numRuns: Number(FUZZ_RUNS) } : {}),
});
