import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '../../src');

/** Calls of the functions of `platform/tenants/hosted-pages.ts` that build an address, with their first argument. */
const CALLS =
  /\bhosted(Page|Link|Checkout|Order|Draw|LinkCode|Issuer|Callback)\(\s*([^,;]+?)[,;]?\s*(?:,|\n|\))/g;

/** The address of a fan club: from its hosts, from its published content, or, for links within pages, the path of its pages. */
const ADDRESSES = /^(this\.hosts\.addressOf\(|clubAddress\(|this\.root\(|address$)/;

const sources = ['domains', 'pages'].flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.spec\.ts$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(SRC, folder, path), 'utf8') })),
);

const calls = sources.flatMap(({ path, text }) =>
  [...text.matchAll(CALLS)].map(([, kind, address]) => ({ path, kind, address })),
);

it('each link to a page of a fan club begins with the address of the fan club, which its main host decides', () => {
  expect(calls.length).toBeGreaterThan(25);
  expect(new Set(calls.map(({ kind }) => kind)).size).toBe(8);
  expect(calls.filter(({ address }) => !ADDRESSES.test(address))).toEqual([]);
  const named = sources.filter(({ path }) =>
    calls.some((call) => call.path === path && call.address === 'address'),
  );
  for (const { path, text } of named)
    expect([path, text]).toEqual([path, expect.stringContaining('address = clubAddress(')]);
});

it('nothing but pictures has an address below PUBLIC_URL, whatever hosts a fan club has', () => {
  const below = sources.filter(({ text }) => /publicUrl\}\/fanclubs\//.test(text)).map(({ path }) => path);
  expect(below).toEqual(['domains/images/staff/staff-images.service.ts']);
});
