export type * from "../model/rows.ts";
