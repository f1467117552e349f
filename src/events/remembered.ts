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
