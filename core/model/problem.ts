/** An error of a profile: it cannot run. */
export interface ProfileError {
  /** The policy's kind, or `profile`. */
  readonly policy: string;
  readonly param: string;
  readonly reason: string;
  /** The nearest known name, where an unknown one was given. */
  readonly nearest?: string;
  /** A change that mends it: which parameter to set to which value. */
  readonly fix?: { readonly param: string; readonly value: number };
}

/** A setting that can never act, or that does harm. */
export interface DeadSetting {
  readonly policy: string;
  readonly param: string;
  readonly reason: string;
  /** The value of the parameter from which it would act. */
  readonly liveFrom?: number;
}

/** What a check of a profile found. */
export interface ProfileProblems {
  readonly errors: readonly ProfileError[];
  readonly dead: readonly DeadSetting[];
}
