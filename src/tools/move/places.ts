/** What a proxy knows of fan clubs: their valid keys, and the numbers of fan clubs and payment accounts. */
export interface Reached {
  readonly keys: readonly string[];
  readonly fanclubs: readonly number[];
  readonly accounts: readonly number[];
}

/** The places of a proxy's map, and the keys that no map can contain. */
export interface Places {
  readonly places: readonly string[];
  readonly leftOut: readonly string[];
}

/** A map has one place in each line, which ends at the first white space. */
const isRoutable = (key: string): boolean => /^[!-~]+$/.test(key);

/** The places for the map of `operations/cells/haproxy.cfg`. */
export const placesOf = ({ keys, fanclubs, accounts }: Reached): Places => ({
  places: [
    ...keys.filter(isRoutable).map((key) => `key:${key}`),
    ...fanclubs.map((id) => `fanclub:${id}`),
    ...accounts.map((id) => `account:${id}`),
  ],
  leftOut: keys.filter((key) => !isRoutable(key)),
});
