import { join } from 'node:path';
import { API_PATH } from '#platform/http';
import { DEMO_LOGINS } from './demo';

/** Requests to paste: the second logs a customer in, the third is made as that customer. */
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

/** Where mails are that no mail server sends. */
export interface MailPlaces {
  folder: string;
  /** The address of the page that shows them; null if there is none. */
  page: string | null;
}

/**
 * What `npm start` prints when the service answers: where it is, and the way into the demo if that is there.
 *
 * @param address without trailing slash
 * @param dataDir where curl keeps the cookies of the demo: the temporary folder may be shared with other users
 * @param mails null where a mail server sends them
 */
export function welcome(address: string, demo: boolean, dataDir: string, mails: MailPlaces | null): string {
  const api = `${address}${API_PATH}`;
  const aboutMails = mails === null ? [] : [whereMailsAre(mails), ''];
  if (!demo) return ['', `The service answers at ${api}`, ...aboutMails.slice(0, 1), ''].join('\n');
  const logins = DEMO_LOGINS.flatMap(({ fanclub, key, email, password }) => [
    `  ${fanclub}`,
    `    key     ${key}`,
    `    log-in  ${email} / ${password}`,
  ]);
  return [
    '',
    `The service answers at ${api}, with two demo fan clubs:`,
    '',
    ...logins,
    '',
    'Try (more keys and customers in demo/README.md):',
    '',
    ...requests(api, dataDir).map((line) => `  ${line}`),
    '',
    ...aboutMails,
  ].join('\n');
}

function whereMailsAre({ folder, page }: MailPlaces): string {
  const place = page === null ? 'their links are in the log below' : `read them at ${page}`;
  return `Mails go to files in ${folder}; ${place}.`;
}
