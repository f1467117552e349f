import { WrittenAnswer } from '#libs/envelope';
import type { Viewer } from '#platform/access';

/** What an answer depends on, of a viewer. Viewers with the same text get the same answer, except for their own values. */
export interface Readership {
  readonly text: string;
  /** The viewer with a place instead of each own value, for printing the answer; absent if there are none. */
  readonly viewer?: Viewer;
  /** The JSON of own values by the JSON of their places. */
  readonly own?: ReadonlyMap<string, string>;
}

/** A provider that finds readerships, for `@CachedAnswer`. */
export interface Readerships {
  of(viewer: Viewer): Promise<Readership>;
}

/** The text between places, with the place that follows it; null after the last one. */
type Piece = readonly [bytes: Buffer, place: string | null];

/** Of each printed answer, because many viewers of a readership get it. */
const pieces = new WeakMap<WrittenAnswer, readonly Piece[]>();

/** The answer that was printed for a readership, with a viewer's own values. */
export function filled(answer: WrittenAnswer, { own }: Readership): WrittenAnswer {
  if (!own || own.size === 0) return answer;
  let cut = pieces.get(answer);
  if (!cut) pieces.set(answer, (cut = cutAt(answer.bytes, own)));
  return WrittenAnswer.join(
    cut.flatMap(([bytes, place]) => (place === null ? [bytes] : [bytes, Buffer.from(own.get(place)!)])),
  );
}

function cutAt(bytes: Buffer, own: ReadonlyMap<string, string>): readonly Piece[] {
  const found = [...own.keys()]
    .flatMap((place) => indexesOf(bytes, place).map((at) => ({ at, place })))
    .sort((one, other) => one.at - other.at);
  let from = 0;
  const cut = found.map(({ at, place }): Piece => {
    const piece = bytes.subarray(from, at);
    from = at + place.length;
    return [piece, place];
  });
  return [...cut, [bytes.subarray(from), null]];
}

/** @param text of ASCII characters */
function indexesOf(bytes: Buffer, text: string): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) found.push(at);
  return found;
}
