/** An invariant of policies.md that a run breaks. */
export interface Violation {
  readonly invariant: number;
  readonly step?: number;
  readonly message: string;
}
