import { once } from 'node:events';
import { Readable } from 'node:stream';
import { hoursFrom } from '#samples';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { Files } from '../../src/platform/files';
import { ContentWorld } from '../support/content/content-world';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SONG = 'ID3\u0003 a song that only members hear';
const REFUSED = 'This file cannot be downloaded';

let world: ContentWorld;
let root: string;
let item: number;

/** A request without cookies. */
const get = (address: string, headers: Record<string, string> = {}) =>
  new Pages(t.origin).http.get(address, { headers });

const opened = (address: string): Promise<VisitedPage> => new Pages(t.origin).open(address);

beforeEach(async () => {
  world = await ContentWorld.make(t);
  root = world.root;
  item = ((await world.upload('First demo.mp3', SONG)).body as { id: number }).id;
});

describe('a file of a benefit', () => {
  it('is listed and downloaded by a member of a plan with the benefit', async () => {
    const member = await world.member();
    const page = await member.pages.open(`${root}/membership`);
    expect(page.text).toMatch(/What your membership includes Demos First demo First demo.mp3, 34 bytes/);
    expect(page.links['First demo']).toBe(`${root}/membership/content/${item}`);
    const { status, headers, text } = await get(await world.addressOf(member, item));
    expect([status, text]).toEqual([200, SONG]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(SONG.length),
      'content-disposition': `attachment; filename="First demo.mp3"; filename*=UTF-8''First%20demo.mp3`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'accept-ranges': 'bytes',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is refused to who downloads six at a time already, until one of them ends', async () => {
    const address = await world.addressOf(await world.member(), item);
    const files = t.app.get(Files);
    // What a reader that does not read keeps open.
    const open = jest.spyOn(files, 'open').mockResolvedValueOnce(Readable.from([Buffer.from(SONG)]));
    await get(address);
    const [place, , owner] = open.mock.calls[0];
    open.mockRestore();
    const held = await Promise.all(Array.from({ length: 6 }, () => files.open(place, null, owner)));
    const refused = await opened(address);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    expect(refused.text).toContain('You are downloading several files already.');
    held[0].destroy();
    await once(held[0], 'close');
    expect((await get(address)).status).toBe(200);
    for (const stream of held.slice(1)) {
      stream.destroy();
      await once(stream, 'close');
    }
  });

  it.each([
    ['bytes=0-2', 206, SONG.slice(0, 3), 'bytes 0-2/34'],
    ['bytes=30-', 206, SONG.slice(30), 'bytes 30-33/34'],
    ['bytes=-4', 206, SONG.slice(-4), 'bytes 30-33/34'],
    ['bytes=40-', 416, '', 'bytes */34'],
    ['bytes=0-1,3-4', 200, SONG, undefined],
  ])('is sent in parts: %s', async (range, status, text, contentRange) => {
    const address = await world.addressOf(await world.member(), item);
    const answer = await get(address, { range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      text,
      contentRange,
    ]);
    const other = await get(address, { range, 'if-range': '"of another version"' });
    expect([other.status, other.text]).toEqual([200, SONG]);
    const same = await get(address, { range, 'if-range': answer.headers.etag! });
    expect(same.status).toBe(status);
  });

  it('has the same headers for HEAD', async () => {
    const address = await world.addressOf(await world.member(), item);
    const { status, headers, text } = await new Pages(t.origin).http.request('HEAD', address);
    expect([status, headers['content-length'], text]).toEqual([200, String(SONG.length), '']);
  });

  it.each(['<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'])(
    'is saved as a text, not shown as a page, whatever it contains: %s',
    async (content) => {
      const { body } = await world.upload('page.html', content);
      const { headers, text } = await get(await world.addressOf(await world.member(), body.id));
      expect(text).toBe(content);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['content-disposition']).toMatch(/^attachment; /);
    },
  );

  it('keeps its name, in any script and without a way to add a header', async () => {
    const { body } = await world.upload('Tónleikar "2027"\r\nX-Evil: 1.mp3', SONG);
    const { headers } = await get(await world.addressOf(await world.member(), body.id));
    expect(headers['x-evil']).toBeUndefined();
    expect(headers['content-disposition']).toBe(
      `attachment; filename="T_nleikar _2027_X-Evil_ 1.mp3"; filename*=UTF-8''T%C3%B3nleikar%20%222027%22X-Evil%3A%201.mp3`,
    );
  });
});

it('a text is shown on the page, without what does not belong there', async () => {
  const html =
    '<h2>How</h2><p onclick="x()">In a <b>barn</b><script>alert(1)</script><img src="https://x.example/a.png"></p>';
  await world.kim.post(world.path(`benefits/${world.benefit.id}/items`), { title: 'The story', html });
  const page = await (await world.member()).pages.open(`${root}/membership`);
  expect(page.html).toContain('<div class="text"><h2>How</h2><p>In a <b>barn</b></p></div>');
});

describe('whoever has no membership with the benefit', () => {
  it.each([
    ['a customer without a membership', () => world.member(null)],
    ['a member of another plan', async () => world.member(await t.given.plan())],
  ])('sees nothing and gets nothing: %s', async (_, who) => {
    const { pages } = await who();
    const page = await pages.open(`${root}/membership`);
    expect(page.html).not.toMatch(/demo|What your membership includes/);
    const refused = await pages.open(`${root}/membership/content/${item}`);
    expect([refused.status, refused.heading]).toEqual([404, REFUSED]);
  });

  it('is asked to log in first', async () => {
    const page = await opened(`${root}/membership/content/${item}`);
    expect(page.links['Log in']).toContain(`${root}/login?redirect=`);
  });

  it('answers a file of others as one that does not exist', async () => {
    const { pages } = await world.member(null);
    const [theirs, none] = [item, 999_999].map((id) => pages.open(`${root}/membership/content/${id}`));
    expect((await theirs).html).toBe((await none).html);
  });
});

describe('the address of a download', () => {
  it('works for an hour, in which an interrupted download can be continued', async () => {
    const address = await world.addressOf(await world.member(), item);
    t.clock.set(hoursFrom(t.clock.now(), 3599 / 3600));
    expect((await get(address)).status).toBe(200);
    t.clock.set(hoursFrom(t.clock.now(), 1 / 3600));
    const page = await opened(address);
    expect([page.status, page.heading]).toEqual([403, REFUSED]);
    expect(page.links.Membership).toBe(`${root}/membership`);
  });

  it('is refused if any part of it was altered, left out or repeated', async () => {
    const address = await world.addressOf(await world.member(), item);
    const other = await world.member();
    const { body } = await world.upload('Second demo.mp3', SONG);
    const change = (name: string, ...values: string[]): string => {
      const url = new URL(address, t.origin);
      url.searchParams.delete(name);
      for (const value of values) url.searchParams.append(name, value);
      return `${url.pathname}${url.search}`;
    };
    const signature = new URL(address, t.origin).searchParams.get('signature')!;
    const altered = [
      change('customer', String(other.id)),
      change('customer'),
      change('customer', 'x'),
      change('expires', '99999999999'),
      change('expires'),
      change('signature'),
      change('signature', ''),
      change('signature', `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`),
      change('signature', `${signature}=`),
      change('signature', signature, signature),
      address.replace(`content/${item}`, `content/${body.id}`),
      address.replace(`content/${item}`, `content/0${item}`),
      address.replace(`content/${item}`, 'content/..%2f..%2fetc%2fpasswd'),
    ];
    const statuses = await Promise.all(altered.map(async (one) => (await get(one)).status));
    expect(statuses).toEqual(altered.map(() => 403));
  });

  it('is valid in its fan club only', async () => {
    const club = await t.given.anotherFanclub();
    const own = await t.given.benefit({ fanclubId: club.id });
    const foreign = await t.given.benefitItem({ benefit: own, file: 'theirs' });
    const member = await world.member();
    const address = await world.addressOf(member, item);
    const elsewhere = address.replace(root, `/fanclubs/${club.id}`);
    expect((await get(elsewhere)).status).toBe(403);
    expect((await get(elsewhere.replace(`content/${item}`, `content/${foreign.id}`))).status).toBe(403);
    expect((await member.pages.open(`${root}/membership/content/${foreign.id}`)).status).toBe(404);
  });

  it.each([
    ['was cancelled', { cancelled: true }],
    ['has ended', { endDate: new Date('2026-06-15T11:59:00Z') }],
  ])('gives nothing more once the membership %s', async (_, change) => {
    const member = await world.member();
    const address = await world.addressOf(member, item);
    expect((await get(address)).status).toBe(200);
    await t.db.getRepository(Subscription).update({ id: member.subscription! }, change);
    expect((await get(address)).status).toBe(403);
    expect((await get(address, { range: 'bytes=1-' })).status).toBe(403);
  });

  it('gives nothing more once the plan has lost the benefit, or the item is deleted', async () => {
    const address = await world.addressOf(await world.member(), item);
    await t.db.query('DELETE FROM benefit_plans');
    expect((await get(address)).status).toBe(403);
    const { body } = await world.upload('x.mp3', SONG);
    expect((await world.kim.delete(world.path(`benefit_items/${body.id}`))).status).toBe(204);
  });
});

it('a row whose file is gone is answered clearly, not as a failure of the server', async () => {
  const { id } = await t.given.benefitItem({ benefit: world.benefit, file: 'lost' });
  const page = await opened(await world.addressOf(await world.member(), id));
  expect(page.status).toBe(404);
  expect(page.text).toMatch(/^This file is not available. Please tell the support./);
});
