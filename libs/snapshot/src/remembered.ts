/**
 * A pure function that remembers what it made last of an object, for as long as the object lives: for what is published, as long
 * as it stays so. With another second argument than the last time it is made anew.
 */
export function remembered<Subject extends object, Other extends [] | [string], Result>(
  make: (subject: Subject, ...other: Other) => Result,
): (subject: Subject, ...other: Other) => Result {
  const made = new WeakMap<Subject, { other: string | undefined; result: Result }>();
  return (subject, ...other) => {
    const known = made.get(subject);
    if (known && known.other === other[0]) return known.result;
    const result = make(subject, ...other);
    made.set(subject, { other: other[0], result });
    return result;
  };
}

/** Results that are remembered of one object: they take memory that nobody counts. With more, all are made anew. */
const MOST = 16;

/**
 * The same for a second argument that takes few values, all of which are remembered. `keyOf` tells them apart, in all that `make`
 * looks at.
 */
export function rememberedBy<Subject extends object, Other, Result>(
  make: (subject: Subject, other: Other) => Result,
  keyOf: (other: Other) => string,
): (subject: Subject, other: Other) => Result {
  const made = new WeakMap<Subject, Map<string, Result>>();
  return (subject, other) => {
    let results = made.get(subject);
    if (!results) made.set(subject, (results = new Map<string, Result>()));
    const key = keyOf(other);
    let result = results.get(key);
    if (result === undefined) {
      if (results.size === MOST) results.clear();
      results.set(key, (result = make(subject, other)));
    }
    return result;
  };
}
