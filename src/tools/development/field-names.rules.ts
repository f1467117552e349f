/** A field that was sent and means nothing, with the known one that it resembles. Both with the names around them: `contact.email`. */
export interface StrayField {
  sent: string;
  meant: string;
}

/** Fields of a body or query that are looked at. */
const MOST_FIELDS = 100;
/** Names that may be shown: a client could send anything as a name. */
const PRESENTABLE = /^[\w.[\] -]{2,64}$/;

/**
 * The fields that are none of the known ones and look like one that was not sent.
 *
 * @param known with dots for fields inside others; what stands before a dot is looked into
 */
export function strayFields(sent: unknown, known: readonly string[]): StrayField[] {
  return strayIn(sent, known, '');
}

function strayIn(sent: unknown, known: readonly string[], prefix: string): StrayField[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  const names = Object.keys(sent).slice(0, MOST_FIELDS);
  const here = known
    .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
    .map((name) => name.slice(prefix.length));
  const missing = here.filter((name) => !names.includes(name));
  return names.flatMap((name) => {
    const path = prefix + name;
    if (known.some((one) => one.startsWith(`${path}.`))) {
      return strayIn((sent as Record<string, unknown>)[name], known, `${path}.`);
    }
    const meant = here.includes(name) ? null : lookalike(name, missing);
    return meant === null ? [] : [{ sent: path, meant: prefix + meant }];
  });
}

/**
 * The known name that another one is a spelling of: the same letters and digits, or, for every four characters, one character
 * (two at most) wanting, added, changed or swapped with its neighbour. Null if there is none.
 */
export function lookalike(name: string, known: readonly string[]): string | null {
  if (!PRESENTABLE.test(name)) return null;
  const letters = lettersOf(name);
  const candidates = known
    .map((one) => ({ one, distance: editDistance(letters, lettersOf(one)) }))
    .filter(({ one, distance }) => distance <= Math.min(2, Math.floor(lettersOf(one).length / 4)))
    .sort((a, b) => a.distance - b.distance);
  return candidates[0]?.one ?? null;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Steps from one text to the other, each of them one character: wanting, added, changed, or swapped with its neighbour. */
export function editDistance(from: string, to: string): number {
  // Three rows of the usual table are enough: swapping looks two rows back.
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let at = 1; at <= to.length; at++) {
      const change = from[row - 1] === to[at - 1] ? 0 : 1;
      let steps = Math.min(last[at] + 1, current[at - 1] + 1, last[at - 1] + change);
      const swapped = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      if (row > 1 && at > 1 && swapped) steps = Math.min(steps, beforeLast[at - 2] + 1);
      current.push(steps);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length];
}
