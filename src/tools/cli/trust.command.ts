import { isOrigin, ORIGIN_FORM } from '#libs/validation';
import { withStatements } from '#tools/local';
import { TooManyDomains, type TrustChange, trustOrigins, untrustOrigins } from '#platform/keys';
import { type Command, type CommandContext, WrongUsage } from './command';

/** `fanclub trust`: lets the pages of websites use a fan club's API with the visitor's session. */
export const trustCommand: Command = {
  usage: 'trust KEY ORIGIN…',
  summary: 'let pages of websites use a fan club’s API with the visitor’s session',
  run: (parameters, context) =>
    changed('trust', parameters, context, ({ changed, owner }, origin) =>
      changed.includes(origin) ? `${owner} now trusts ${origin}` : `${owner} trusts ${origin} already`,
    ),
};

/** `fanclub untrust`: ends that. */
export const untrustCommand: Command = {
  usage: 'untrust KEY ORIGIN…',
  summary: 'stop trusting websites',
  run: (parameters, context) =>
    changed('untrust', parameters, context, ({ changed, owner, site }, origin) => {
      if (origin === site) return `${owner} still trusts ${origin}: it is the origin of its site_url`;
      return changed.includes(origin)
        ? `${owner} no longer trusts ${origin}`
        : `${owner} does not trust ${origin} anyway`;
    }),
};

async function changed(
  name: 'trust' | 'untrust',
  [key, ...origins]: string[],
  { open, out, tell }: CommandContext,
  told: (change: TrustChange, origin: string) => string,
): Promise<number> {
  if (key === undefined || origins.length === 0)
    throw new WrongUsage(`${name} takes the key of a fan club, and one or more origins`);
  const wrong = origins.filter((origin) => !isOrigin(origin));
  if (wrong.length > 0) {
    wrong.forEach((origin) => tell(`${origin}: ${ORIGIN_FORM}`));
    tell('Nothing was changed.');
    return 1;
  }
  const { config } = await open();
  const work = name === 'trust' ? trustOrigins : untrustOrigins;
  try {
    const change = await withStatements(config.database.ownerUrl, (db) => work(db, key, origins));
    if (change) origins.forEach((origin) => out(told(change, origin)));
    else tell('No fan club has or had this key.');
    return change ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TooManyDomains)) throw error;
    tell(`${error.message} Nothing was changed.`);
    return 1;
  }
}
