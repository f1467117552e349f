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

/** The answer that was printed for a readership, with a viewer's own values. */
export function filled(answer: WrittenAnswer, { own }: Readership): WrittenAnswer {
  if (!own || own.size === 0) return answer;
  let text = answer.bytes.toString();
  for (const [place, value] of own) text = text.replaceAll(place, () => value);
  return WrittenAnswer.of(text);
}
