/** A value now or later. Replay never waits, live runs do: both go through the same code. */
export type Maybe<T> = T | Promise<T>;

/** True for anything that can be awaited. */
export function isPromise<T>(value: Maybe<T>): value is Promise<T> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

/** `next` of the value: at once when it is here, after it otherwise. */
export function chain<A, B>(value: Maybe<A>, next: (value: A) => Maybe<B>): Maybe<B> {
  return isPromise(value) ? value.then(next) : next(value);
}
