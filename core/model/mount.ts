/** Where offloaded results are mounted. */
export const OFFLOAD_MOUNT = "/large_tool_results/";
