import { isOrigin, ORIGIN_FORM } from '#libs/validation';
import { TooManyDomains, type TrustChange, trustOrigins, untrustOrigins } from '#platform/keys';
import { type Command, WrongUsage } from './command';

/** `fanclub trust`: lets the pages of websites use a fan club's API with the visitor's session. */
export const trustCommand = changeBy('trust', trustOrigins, ({ changed, owner }, origin) =>
  changed.includes(origin) ? `${owner} now trusts ${origin}` : `${owner} trusts ${origin} already`,
);

/** `fanclub untrust`: ends that. */
export const untrustCommand = changeBy('untrust', untrustOrigins, ({ changed, owner, site }, origin) => {
  if (origin === site) return `${owner} still trusts ${origin}: it is the origin of its site_url`;
  return changed.includes(origin)
    ? `${owner} no longer trusts ${origin}`
    : `${owner} does not trust ${origin} anyway`;
});

function changeBy(
  name: string,
  change: typeof trustOrigins,
  describe: (change: TrustChange, origin: string) => string,
): Command {
  return async ([key, ...origins], { withStatements, out, tell }) => {
    if (key === undefined || origins.length === 0)
      throw new WrongUsage(`${name} takes the key of a fan club, and one or more origins`);
    const wrong = origins.filter((origin) => !isOrigin(origin));
    if (wrong.length > 0) {
      wrong.forEach((origin) => tell(`${origin}: ${ORIGIN_FORM}`));
      tell('Nothing was changed.');
      return 1;
    }
    try {
      const changed = await withStatements((db) => change(db, key, origins));
      if (changed) origins.forEach((origin) => out(describe(changed, origin)));
      else tell('No fan club has or had this key.');
      return changed ? 0 : 1;
    } catch (error) {
      if (!(error instanceof TooManyDomains)) throw error;
      tell(`${error.message} Nothing was changed.`);
      return 1;
    }
  };
}
