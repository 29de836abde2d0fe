// Loaded before every test file of the core: UTF-8 is measured as the hosts measure it, which is many times as fast.
// That this measure and the core's own agree is tested in test/host/measure.test.ts and test/core/lib/text.test.ts.
import { measureNatively } from "../../host/measure.ts";

measureNatively();
