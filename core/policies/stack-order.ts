import type { PolicyConfig } from "../model/profile.ts";

/** Policies in the order in which they act: `runtime-limit` is the runtime's own and sees every result first. */
export function stackOrder(policies: readonly PolicyConfig[]): readonly PolicyConfig[] {
  const isOwn = ({ kind }: PolicyConfig): boolean => kind === "runtime-limit";
  return [...policies.filter((policy) => !isOwn(policy)), ...policies.filter(isOwn)];
}
