/** An unknown field that was sent, and the known field that it resembles. Both are paths, such as `contact.email`. */
interface MisspelledField {
  sent: string;
  meant: string;
}

/** The maximum number of fields of a body or query that are checked. */
const MAX_FIELDS = 100;
/** Names that are safe to log. Clients can send any name. */
const SAFE = /^[\w.[\] -]{2,64}$/;

/**
 * Finds the sent fields that are unknown and resemble a known field. A known field that was also sent is not suggested.
 * @param known the paths of all known fields, nested ones included
 * @param prefix the start of the paths of all fields in `sent`
 */
export function misspelledFields(sent: unknown, known: readonly string[], prefix = ''): MisspelledField[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  const names = Object.keys(sent).slice(0, MAX_FIELDS);
  const here = known
    .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
    .map((name) => name.slice(prefix.length));
  const missing = here.filter((name) => !names.includes(name));
  return names.flatMap((name) => {
    const path = prefix + name;
    if (known.some((one) => one.startsWith(`${path}.`))) {
      return misspelledFields((sent as Record<string, unknown>)[name], known, `${path}.`);
    }
    const meant = here.includes(name) ? null : similarName(name, missing);
    return meant === null ? [] : [{ sent: path, meant: prefix + meant }];
  });
}

/**
 * The most similar known name; null if none is similar. Similar names have the same letters and digits, with at most two edits,
 * and at most one for every four characters.
 */
export function similarName(name: string, known: readonly string[]): string | null {
  if (!SAFE.test(name)) return null;
  const letters = lettersOf(name);
  const candidates = known
    .map((one) => ({ one, distance: editDistance(letters, lettersOf(one)) }))
    .filter(({ one, distance }) => distance <= Math.min(2, Math.floor(lettersOf(one).length / 4)))
    .sort((a, b) => a.distance - b.distance);
  return candidates[0]?.one ?? null;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The number of edits between two texts: a character missing, added, changed, or swapped with its neighbour. */
export function editDistance(from: string, to: string): number {
  // Of the usual table only three rows are kept, because a swap looks two rows back.
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
