import { randomBytes } from 'node:crypto';
import { originOf } from '#libs/validation';
import { CatalogueFaults, describeFault } from '#platform/catalogue';
import { API_PATH } from '#platform/http';
import { ALL_ENTITIES } from '../../app/all-entities';
import { type Command, type CommandContext, CommandFailed, parseOptions, WrongUsage } from './command';
import { createClub, type CreatedClub, type NewClub } from './new-club';
import { CLUB_FIELDS, type Texts, wordsOf } from './new-club-fields';

const FIELDS = Object.entries(CLUB_FIELDS) as [keyof NewClub, (typeof CLUB_FIELDS)[keyof NewClub]][];

/** `fanclub new-club`: creates a fan club, and prints its key and first requests. */
export const newClubCommand: Command = async (parameters, context) => {
  const club = clubOf(complete(await askMissing(readOptions(parameters), context)));
  await context.withDatabase(async (db, config) => {
    const created = await createClub(db, config, club).catch(refuseFaults);
    summary(club, created, config.publicUrl).forEach(context.print);
  }, ALL_ENTITIES);
};

/** The given settings. `--trust` can be given several times. */
function readOptions(parameters: string[]): Partial<Texts> {
  const options = FIELDS.map(([, { option }]) => [option, { type: 'string', multiple: true }] as const);
  const { values, positionals } = parseOptions(parameters, Object.fromEntries(options));
  if (positionals.length > 0) throw new WrongUsage('new-club takes options only');
  const given = FIELDS.flatMap(([name, { option }]) => {
    const texts = values[option] ?? [];
    if (texts.length > 1 && name !== 'trusted_domains') throw new WrongUsage(`--${option} is given twice`);
    return texts.length === 0 ? [] : [[name, texts.join(' ')] as const];
  });
  return Object.fromEntries(given);
}

/** Asks for the settings that are not given, if a required one is among them. @throws WrongUsage without a terminal */
async function askMissing(given: Partial<Texts>, { ask, log }: CommandContext): Promise<Partial<Texts>> {
  refuseInvalid(given);
  const missing = FIELDS.filter(([name]) => given[name] === undefined);
  const required = missing.filter(([, { fallback }]) => fallback === null);
  if (required.length === 0) return given;
  if (!ask) {
    const options = required.map(([, { option }]) => `--${option}`).join(', ');
    throw new WrongUsage(`There is no terminal to ask for what is missing: ${options}`);
  }
  const answers = { ...given };
  for (const [name, { question, fallback, faultOf }] of missing) {
    const proposal = fallback?.(answers);
    for (let fault: string | null = ''; fault !== null;) {
      const answer = (await ask(`${question}${proposal ? ` [${proposal}]` : ''}: `)) || (proposal ?? '');
      answers[name] = answer;
      fault = faultOf(answer);
      if (fault !== null) log(`  ${fault}`);
    }
  }
  return answers;
}

/** With the defaults. */
function complete(given: Partial<Texts>): Texts {
  const all = FIELDS.map(([name, { fallback }]) => [name, given[name] ?? fallback?.(given) ?? ''] as const);
  return Object.fromEntries(all) as Texts;
}

const clubOf = (texts: Texts): NewClub => ({ ...texts, trusted_domains: wordsOf(texts.trusted_domains) });

function refuseInvalid(given: Partial<Texts>): void {
  const faults = FIELDS.flatMap(([name, { option, faultOf }]) => {
    const text = given[name];
    const fault = text === undefined ? null : faultOf(text);
    return fault === null ? [] : [`--${option}: ${fault}`];
  });
  if (faults.length > 0) throw new CommandFailed(...faults, 'Nothing was created.');
}

/** For faults that only the whole catalogue shows, such as too many trusted domains. */
function refuseFaults(error: unknown): never {
  if (!(error instanceof CatalogueFaults)) throw error;
  throw new CommandFailed(...error.faults.map(describeFault), 'Nothing was created.');
}

function summary(club: NewClub, { id, key, isNewOrganization }: CreatedClub, publicUrl: string): string[] {
  const { name, organization, site_url, support_email, trusted_domains } = club;
  const trusted = new Set([originOf(site_url), ...trusted_domains]);
  return [
    `Created the fan club “${name}” of the ${isNewOrganization ? 'new ' : ''}organization “${organization}”.`,
    '',
    `  Key               ${key}`,
    `  Trusted websites  ${[...trusted].join(', ')}`,
    `  Log-in page       ${publicUrl}/fanclubs/${id}/login`,
    `  Calendar          ${publicUrl}/fanclubs/${id}/events.ics`,
    '',
    'Try these requests while the service runs. The second one registers an account:',
    `the mail to ${support_email} has the link that confirms it.`,
    '',
    ...firstRequests(`${publicUrl}${API_PATH}`, key, support_email).map((line) => `  ${line}`),
    '',
    'docs/catalogue.md describes how to add plans and events: import a file with this name, organization and key.',
  ];
}

/** Requests to paste into a shell. The password is random, because anybody can read this code. */
function firstRequests(api: string, key: string, email: string): string[] {
  const password = randomBytes(9).toString('base64url');
  const account = { email, birthdate: '1990-01-01', password, password_confirmation: password };
  const [fanclub, accounts, events] = ['fanclub', 'accounts', 'events'].map((path) =>
    quoted(`${api}/${path}?key=${key}`),
  );
  return [
    `curl ${fanclub}`,
    `curl -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(account))} ${accounts}`,
    `curl ${events}`,
  ];
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
