import { isOrigin, ORIGIN_FORM } from '#libs/validation';
import { TooManyDomains, type TrustChange, trustOrigins, untrustOrigins } from '#platform/tenants';
import { type Command, CommandFailed, WrongUsage } from './command';

/** `fanclub trust`: lets the pages of websites use a fan club's API with the visitor's session. */
export const trustCommand = changeBy('trust', trustOrigins, ({ changed, owner }, origin) =>
  changed.includes(origin) ? `${owner} now trusts ${origin}` : `${owner} trusts ${origin} already`,
);

/** `fanclub untrust`: stops trusting websites. */
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
  return async ([key, ...origins], { withStatements, print }) => {
    if (key === undefined || origins.length === 0)
      throw new WrongUsage(`${name} takes the key of a fan club, and one or more origins`);
    const wrong = origins.filter((origin) => !isOrigin(origin));
    if (wrong.length > 0) {
      const faults = wrong.map((origin) => `${origin}: ${ORIGIN_FORM}`);
      throw new CommandFailed(...faults, 'Nothing was changed.');
    }
    const changed = await withStatements((db) => change(db, key, origins)).catch((error: unknown) => {
      if (!(error instanceof TooManyDomains)) throw error;
      throw new CommandFailed(`${error.message} Nothing was changed.`);
    });
    if (!changed) throw new CommandFailed('No fan club has or had this key.');
    origins.forEach((origin) => print(describe(changed, origin)));
  };
}
