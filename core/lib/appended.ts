/**
 * A list with one more item: the list itself, unless it is empty. Most lists hold one item, and room for one is enough for
 * it: an empty list that grows makes room for seventeen.
 */
export function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
