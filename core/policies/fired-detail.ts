import { LazyText } from "../lib/lazy-text.ts";
import type { EventDetail } from "../model/event.ts";
import type { InForce } from "./in-force.ts";

/** What a fire tells beside its summary. */
interface Fired {
  readonly coveredFrom: string;
  readonly cutWanted: number;
  readonly cutAt: number;
  /** Ids of the message that held the cut, and of the lifted one, where there are such. */
  readonly heldBy: string | undefined;
  readonly lifted: string | undefined;
  readonly note: string;
}

/**
 * The detail of a fire. The text of its summary is made when somebody reads it. Nothing is defined by its declaration:
 * the properties stand in the order in which the constructor gives them.
 */
export class FiredDetail extends LazyText implements EventDetail {
  declare readonly coversThrough: string;
  declare readonly coveredFrom: string;
  declare readonly covered: number;
  declare readonly cutWanted: number;
  declare readonly cutAt: number;
  declare readonly heldBy?: string;
  declare readonly lifted?: string;
  declare readonly text: string;
  declare readonly note: string;

  constructor({ framed, state, end }: InForce, fired: Fired) {
    super(framed);
    this.coversThrough = state.coversThrough;
    this.coveredFrom = fired.coveredFrom;
    this.covered = end;
    this.cutWanted = fired.cutWanted;
    this.cutAt = fired.cutAt;
    if (fired.heldBy !== undefined) this.heldBy = fired.heldBy;
    if (fired.lifted !== undefined) this.lifted = fired.lifted;
    this.hold("text");
    this.note = fired.note;
  }
}
