import { join } from 'node:path';
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

/**
 * What `npm start` prints when the service answers: where it is, and the way into the demo if that is there.
 *
 * @param address without trailing slash
 * @param dataDir where curl keeps the cookies of the demo: the temporary folder may be shared with other users
 * @param mails the folder that mails are written to; null where a mail server sends them
 */
export function welcome(address: string, demo: boolean, dataDir: string, mails: string | null): string {
  const api = `${address}/api/v1`;
  const aboutMails =
    mails === null ? [] : [`Mails go to files in ${mails}; their links are in the log below.`, ''];
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
