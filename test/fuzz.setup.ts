// Loaded by `npm run fuzz` alone: more runs for every property that does not name a number itself.
import fc from "fast-check";

fc.configureGlobal({ numRuns: Number(process.env["FUZZ_RUNS"]), seed: Number(process.env["FUZZ_SEED"]) });
