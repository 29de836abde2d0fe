import type { PolicySpec } from "../parameter.ts";
import { KIB, MIB, bytesParam } from "./bytes-param.ts";

/** Tools that read files under the names that agents give them. */
const READ_TOOLS = ["read", "read_file", "Read", "ReadFile", "readFile", "view_file", "open_file", "view"];

/** `spill` (policies, 2.2). */
export const SPILL: PolicySpec = {
  kind: "spill",
  title: "Spill",
  summary: "Stores a large text result whole in a file and keeps its head, a note and its tail in history.",
  params: [
    bytesParam(
      "spillBytes",
      "Spill over",
      64 * KIB,
      "A text result over this size is spilled. 0 turns it off.",
    ),
    bytesParam("headBytes", "Head kept", 4 * KIB, "Bytes of the beginning that stay in history.", 256 * KIB),
    bytesParam("tailBytes", "Tail kept", 4 * KIB, "Bytes of the end that stay in history.", 256 * KIB),
    bytesParam(
      "maxToolOutputBytes",
      "Legacy cut",
      128 * KIB,
      "Where nothing can be spilled, a result is cut to this size, head only: the tail is lost.",
    ),
    bytesParam("fileCapBytes", "File cap", 16 * MIB, "A spill file keeps this much, then a note.", 64 * MIB),
    bytesParam(
      "sessionCapBytes",
      "Session cap",
      256 * MIB,
      "All spill files of a session together; a result that would pass it falls back to the legacy cut.",
      1024 * MIB,
    ),
    {
      key: "readTools",
      label: "Reading tools",
      help: "Tools whose results are never copied: the preview points back at the file that was read.",
      type: "names",
      default: READ_TOOLS,
    },
    {
      key: "readArgs.path",
      label: "Path argument",
      help: "Names of the argument that holds the path of a reading tool, first match.",
      type: "names",
      default: ["path", "file_path", "filePath"],
    },
    {
      key: "readArgs.offset",
      label: "Offset argument",
      help: "Names of the argument that holds the first line to read.",
      type: "names",
      default: ["offset"],
    },
    {
      key: "readArgs.limit",
      label: "Limit argument",
      help: "Names of the argument that holds how many lines to read; a read that sets it is left alone.",
      type: "names",
      default: ["limit"],
    },
  ],
};
