import { DEMO_LOGINS } from './demo';

/** A request to paste: after the first log-in below, the second and third are those of its customer. */
const requests = (api: string): string[] => {
  const [{ key, email, password }] = DEMO_LOGINS;
  const cookies = '/tmp/fanclub-demo-cookies';
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
 * @param mails the folder that mails are written to; null where a mail server sends them
 */
export function welcome(address: string, demo: boolean, mails: string | null): string {
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
    ...requests(api).map((line) => `  ${line}`),
    '',
    ...aboutMails,
  ].join('\n');
}
