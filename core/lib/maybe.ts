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

/**
 * What `run` gives of each item, one after the other: it is not called for an item before it is done with the one
 * before. Throws, or rejects, with the first failure.
 */
export function inTurn<T, R>(items: readonly T[], run: (item: T) => Maybe<R>): Maybe<readonly R[]> {
  const [only] = items;
  // Mostly there is one.
  if (items.length === 1) return chain(run(only as T), (result) => [result]);
  return inTurnFrom(0, items, run, []);
}

function inTurnFrom<T, R>(
  from: number,
  items: readonly T[],
  run: (item: T) => Maybe<R>,
  done: R[],
): Maybe<readonly R[]> {
  for (let at = from; at < items.length; at++) {
    const result = run(items[at] as T);
    if (isPromise(result))
      return result.then((value) => {
        done.push(value);
        return inTurnFrom(at + 1, items, run, done);
      });
    done.push(result);
  }
  return done;
}
