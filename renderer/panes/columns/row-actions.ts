import type { MessageAddress } from "../../../core/contract/run-view.ts";
import type { Side } from "../../state/selection.ts";

/** What can be done with a row. The object stays the same, so that rows that did not change are not drawn again. */
export interface RowActions {
  select(row: number, side: Side): void;
  toggle(row: number): void;
  jump(address: MessageAddress, side: Side): void;
  /** Shows what a store keeps of a message. */
  openStored(index: number): void;
  inspect(row: number, side: Side): void;
}
