import type { Prize } from '#libs/draw';
import { humanTime, longZoneName } from '#libs/format';
import type { Place } from './winners.queries';

/** What the next selection needs. */
export interface NextPlaces {
  /** The first rank that was not selected yet. */
  readonly rank: number;
  /** The prizes to give, by place in the list of prizes; the next rank gets the first. */
  readonly prizes: readonly number[];
}

/**
 * Which ranks are selected next, and for which prizes. First the prizes take their ranks, as the published file
 * says. Afterwards each alternate gets the first prize that is free.
 */
export function nextPlaces(
  prizes: readonly Prize[],
  places: readonly Pick<Place, 'prize' | 'state'>[],
): NextPlaces {
  const rank = places.length + 1;
  const byRank = prizes.flatMap(({ winners }, prize) => Array.from({ length: winners }, () => prize));
  if (places.length < byRank.length) return { rank, prizes: byRank.slice(places.length) };
  const free = prizes.flatMap(({ winners }, prize) => {
    const taken = places.filter((place) => place.prize === prize && place.state !== 'forfeited').length;
    return Array.from({ length: Math.max(0, winners - taken) }, () => prize);
  });
  return { rank, prizes: free };
}

/** A time with the name of its zone: a deadline must not be misread. */
export const timeInZone = (at: Date, timeZone: string): string =>
  `${humanTime(at, timeZone)} (${longZoneName(timeZone)})`;
