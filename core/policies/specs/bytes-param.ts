import type { ParamSpec } from "../parameter.ts";

/** A kibibyte and a mebibyte, in bytes. */
export const KIB = 1024;
export const MIB = 1024 * KIB;

/** A parameter in bytes, of at least 0, with a slider up to `top`. */
export function bytesParam(
  key: string,
  label: string,
  value: number,
  help: string,
  top = 4 * MIB,
): ParamSpec {
  const slider = { min: 256, max: top, scale: "log" } as const;
  return { key, label, help, type: "integer", unit: "bytes", min: 0, default: value, slider };
}
