import type { TestApp } from './start-test-app';

/** A website that {@link trustWebsite} adds to the trusted domains. */
export const TRUSTED = 'https://www.club.example';
/** A website that no fan club trusts. */
export const FOREIGN = 'https://evil.example';

/** User-Agent headers of browsers. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A request as sent from one origin, and whether it may use the visitor's session. */
export interface Provenance {
  readonly name: string;
  readonly headers: Record<string, string>;
  /** By GET, by POST, and by a script tag, which needs proof for GET too. */
  readonly get: boolean;
  readonly post: boolean;
  readonly jsonp: boolean;
}

const ALWAYS = { get: true, post: true, jsonp: true };
const NEVER = { get: false, post: false, jsonp: false };

/** Every row of the origin check (contract 3.4), and the special cases within a row. */
export const PROVENANCES: readonly Provenance[] = [
  { name: 'a trusted page', headers: { origin: TRUSTED, 'user-agent': BROWSER }, ...ALWAYS },
  { name: 'a page of our own', headers: { origin: 'https://api.example.test' }, ...ALWAYS },
  { name: 'a foreign page', headers: { origin: FOREIGN, 'user-agent': BROWSER }, ...NEVER },
  { name: 'a page without origin', headers: { origin: 'null', referer: `${TRUSTED}/` }, ...NEVER },
  { name: 'two origins', headers: { origin: `${TRUSTED}, ${TRUSTED}` }, ...NEVER },
  { name: 'our own site', headers: { 'sec-fetch-site': 'same-origin', 'user-agent': BROWSER }, ...ALWAYS },
  {
    name: 'the address bar',
    headers: { 'sec-fetch-site': 'none', 'user-agent': BROWSER },
    ...ALWAYS,
    jsonp: false,
  },
  {
    name: 'a script tag on a trusted page',
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', referer: `${TRUSTED}/fans` },
    ...ALWAYS,
    post: false,
  },
  {
    name: 'a picture on a trusted page',
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', referer: `${TRUSTED}/forum` },
    ...NEVER,
    get: true,
  },
  {
    name: 'a script tag on a foreign page',
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', referer: `${FOREIGN}/` },
    ...NEVER,
  },
  { name: 'a script tag on a page without a Referer', headers: { 'sec-fetch-site': 'cross-site' }, ...NEVER },
  { name: 'a sibling site without a Referer', headers: { 'sec-fetch-site': 'same-site' }, ...NEVER },
  {
    name: 'an old browser on a trusted page',
    headers: { referer: `${TRUSTED}/`, 'user-agent': BROWSER },
    ...ALWAYS,
  },
  {
    name: 'an old browser on a foreign page',
    headers: { referer: `${FOREIGN}/${TRUSTED}/`, 'user-agent': BROWSER },
    ...NEVER,
  },
  { name: 'an old browser without a Referer', headers: { 'user-agent': BROWSER }, ...ALWAYS, jsonp: false },
  { name: 'a server', headers: {}, ...ALWAYS },
  { name: 'a client with a user agent', headers: { 'user-agent': 'curl/8.5.0' }, ...ALWAYS },
];

/** Makes {@link TRUSTED} a trusted domain of the test's fan club, beside another one. */
export async function trustWebsite({ given }: TestApp): Promise<void> {
  await given.trustedDomain({ origin: 'https://shop.club.example' });
  await given.trustedDomain({ origin: TRUSTED });
}
