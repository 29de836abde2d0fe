export type * from "../model/run-view.ts";
export { CATEGORIES, DISPOSITIONS } from "../model/run-view.ts";
