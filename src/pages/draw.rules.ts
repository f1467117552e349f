import type { ShownDraw, Winner } from '#domains/contests';
import type { Action } from './page';

type Place = ShownDraw['places'][number];

type Time = (at: Date) => string;

const IN_TIME =
  'Before the contest ended, a random number was chosen and kept secret. Its fingerprint, the commitment, is shown here from then on, so the number cannot be exchanged later.';
const AFTER_END =
  'A random number was chosen and kept secret when the contest had ended already. Its fingerprint, the commitment, is shown here from then on. Whoever chose it could know who had entered, so this draw proves less than others.';

/** How a visitor can verify a draw, what nobody verifies, and the honest limit of the method. */
export const methodOf = ({ committedAt, endsAt, beaconSource }: ShownDraw['draw']): readonly string[] => [
  committedAt <= endsAt ? IN_TIME : AFTER_END,
  'When the contest is closed, the list of entry numbers is fixed, and its fingerprint is shown before anybody knows the winners. The draw sorts the list by the secret number, the list and the public text. Then the number is revealed, and anybody can repeat the draw.',
  'To verify it, compare the commitment and the fingerprint of the list with what you noted earlier, and check the file with the script below.',
  'What the script and the file do not verify: the times, the names of the prizes, and which public text was announced. That the commitment was shown before the entries closed, and the list before the draw, is only known by who noted them at that time.',
  'What this cannot show: people with both the database and the keys of this service could try out lists of entries before the list is fixed. A public text that nobody can know by then makes that useless, but only if the fan club announced before which text it takes, such as the numbers of the next lottery, and how it writes them. Otherwise it could choose among texts.',
  beaconSource === null
    ? 'If the fan club announced such a text, it did so elsewhere: compare it.'
    : 'What it announced when it fixed the list is shown above. Look up the value, and compare it with the public text.',
];

/** The state of a draw in words, and the entry of the visitor. */
export function drawParagraphs(
  { draw, own }: ShownDraw,
  { time, isLoggedIn, now }: { time: Time; isLoggedIn: boolean; now: Date },
): string[] {
  const { endsAt, closedAt, drawnAt, alternatesUntil, beaconSource } = draw;
  return [
    ...(drawnAt
      ? [`The winners were drawn on ${time(drawnAt)}. They are shown by the numbers of their entries.`]
      : closedAt
        ? [
            'The list of entries is fixed. The winners have not been drawn yet.',
            ...(beaconSource === null
              ? []
              : [`The fan club has announced that it will draw with this public text: ${beaconSource}.`]),
          ]
        : now > endsAt
          ? ['The contest has ended. Next, its list of entries is fixed, and then the winners are drawn.']
          : [`The contest is open until ${time(endsAt)}. Afterwards the winners are drawn.`]),
    ...(drawnAt && alternatesUntil
      ? [`Prizes that are not taken go to the next entries until ${time(alternatesUntil)}.`]
      : drawnAt
        ? ['Prizes that are not taken go to the next entries.']
        : []),
    ...(own
      ? [`Your entry has the number ${own.id}.${own.takesPart === false ? ' It is not in the list.' : ''}`]
      : isLoggedIn
        ? ['You have no entry in this contest.']
        : ['Log in to see the number of your entry here.']),
  ];
}

/** What is published about a draw so far. */
export function drawFacts(draw: ShownDraw['draw'], time: Time): { label: string; value: string }[] {
  const { id, commitment, committedAt, listHash, count, leftOut, closedAt, beacon, drawnAt } = draw;
  const { beaconSource } = draw;
  return [
    { label: 'Number of the contest', value: String(id) },
    { label: 'Commitment (SHA-256)', value: commitment },
    { label: 'Committed on', value: time(committedAt) },
    ...(closedAt === null || listHash === null
      ? []
      : [
          { label: 'List fixed on', value: time(closedAt) },
          { label: 'Entries in the list', value: String(count) },
          { label: 'Entries left out', value: String(leftOut) },
          { label: 'Fingerprint of the list (SHA-256)', value: listHash },
        ]),
    ...(closedAt === null
      ? []
      : [{ label: 'Announced source of the public text', value: beaconSource ?? 'none was announced here' }]),
    ...(drawnAt === null ? [] : [{ label: 'Public text', value: beacon === '' ? 'none' : String(beacon) }]),
  ];
}

const STATES = { selected: 'was asked', confirmed: 'took it' } as const;

/** Why a place was lost. Only what the fan club did has an own text: it must not look like what a winner did. */
const lostBy = (cause: Place['cause']): string =>
  cause === 'staff' ? 'taken away by the fan club' : 'goes to the next';

/** The entries that were selected for each prize, alternates after those who lost it. */
export function prizeTables({ draw, places, pages }: ShownDraw) {
  const tables = (draw.prizes ?? []).map(({ name, winners }, prize) => ({
    name: winners === 1 ? name : `${name} (${winners})`,
    places: places
      .filter((place) => place.prize === prize)
      .map(({ rank, entryId, state, cause }) => ({
        rank,
        entry: entryId,
        state: state === 'forfeited' ? lostBy(cause) : STATES[state],
      })),
  }));
  // Prizes whose places are on other pages.
  return pages === 1 ? tables : tables.filter((table) => table.places.length > 0);
}

/** Links to the places before and after those of the page. */
export function otherPages({ page, pages }: ShownDraw, address: string): Action[] {
  const to = (label: string, at: number): Action[] =>
    at < 1 || at > pages ? [] : [{ label, href: at === 1 ? address : `${address}?page=${at}` }];
  return [...to('Earlier places', page - 1), ...to('Later places', page + 1)];
}

/** What the page of a prize says. @param until the end of the time to answer */
export function winParagraphs(
  { contestName, prizeName, state, cause }: Winner,
  isOpen: boolean,
  until: string,
): string[] {
  if (state === 'confirmed') return [`You have taken the prize of “${contestName}”: ${prizeName}.`];
  if (isOpen)
    return [
      `You were drawn in “${contestName}”. Your prize: ${prizeName}.`,
      `Please answer by ${until}. Otherwise the prize goes to the next person.`,
    ];
  if (cause === 'declined') return ['You have declined this prize. It goes to the next person.'];
  if (state === 'selected' || cause === 'late')
    return [`The time to answer was over on ${until}, so the prize goes to the next person.`];
  return ['This prize is no longer yours. The fan club can tell you why.'];
}
