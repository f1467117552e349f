import { join } from 'node:path';
import { API_PATH } from '#platform/http';
import { ROLES } from '#platform/staff';
import { DEMO_LOGINS } from './demo';
import { DEMO_STAFF_PASSWORD, demoStaffEmail } from './demo-staff';

/** Requests that developers can paste into a shell. The second one logs a customer in, and the third one uses that session. */
const requests = (api: string, dataDir: string): string[] => {
  const [{ key, email, password }] = DEMO_LOGINS;
  const cookies = `'${join(dataDir, 'demo-cookies')}'`;
  const body = JSON.stringify({ email, password });
  return [
    `curl '${api}/events?key=${key}&limit=2'`,
    `curl -c ${cookies} -H 'Content-Type: application/json' -d '${body}' '${api}/login?key=${key}'`,
    `curl -b ${cookies} '${api}/account?key=${key}'`,
  ];
};

/** Where mails are if no mail server is set. */
export interface MailPlaces {
  folder: string;
  /** The address of the page that shows them; null if there is none. */
  page: string | null;
}

/**
 * The text that `npm start` prints when the service is ready.
 *
 * @param address without trailing slash
 * @param dataDir where the demo's curl commands keep their cookies, because other users may read the temporary folder
 * @param mails null if a mail server sends them
 * @param site the address of the example site, if it is served
 * @param staff whether the staff of the demo can log in
 * @param payments whether the demo's plans can be paid at the demo bank
 */
export function welcome(
  address: string,
  demo: boolean,
  dataDir: string,
  mails: MailPlaces | null,
  site?: string,
  staff = false,
  payments = false,
): string {
  const api = `${address}${API_PATH}`;
  const aboutMails = mails === null ? [] : [whereMailsAre(mails), ''];
  const reference = `${address}/docs`;
  if (!demo) {
    const lines = [`The service answers at ${api}`, `Its reference is at ${reference}`];
    return ['', ...lines, ...aboutMails.slice(0, 1), ''].join('\n');
  }
  const logins = DEMO_LOGINS.flatMap(({ fanclub, key, email, password }) => [
    `  ${fanclub}`,
    `    key     ${key}`,
    `    log-in  ${email} / ${password}`,
  ]);
  return [
    '',
    ...(site === undefined ? [] : [`The example site of ${DEMO_LOGINS[0].fanclub} is at ${site}`]),
    `The service answers at ${api}, with two demo fan clubs:`,
    '',
    ...logins,
    '',
    ...(staff ? [...staffLogins(address), ''] : []),
    ...(payments ? [...testCards(address), ''] : []),
    'Try (more keys and customers in demo/README.md):',
    '',
    ...requests(api, dataDir).map((line) => `  ${line}`),
    '',
    `The reference, which can send requests to the demo: ${reference}?key=${DEMO_LOGINS[0].key}`,
    '',
    ...aboutMails,
  ].join('\n');
}

/** The log-ins of the demo's staff, one for each role. */
const staffLogins = (address: string): string[] => [
  `Its staff log in at ${address}/staff, with the password ${DEMO_STAFF_PASSWORD}:`,
  `  ${ROLES.map(demoStaffEmail).join('  ')}`,
];

const testCards = (address: string): string[] => [
  'Its plans are paid at the demo bank, with the card 4242 4242 4242 4242; no money moves.',
  `  Make the bank fail at ${address}/demo-bank/switches`,
];

function whereMailsAre({ folder, page }: MailPlaces): string {
  const place = page === null ? 'their links are in the log below' : `read them at ${page}`;
  return `Mails go to files in ${folder}; ${place}.`;
}
