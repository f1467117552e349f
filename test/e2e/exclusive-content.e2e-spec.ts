import { PASSWORD } from '#samples';
import type { Benefit } from '#domains/benefits/benefit.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Pages } from '../support/pages';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SONG = 'ID3\u0003 a song that only members hear';

let plan: Plan;
let benefit: Benefit;
let kim: StaffClient;
let root: string;

const path = (rest: string): string => `/fanclubs/${benefit.fanclubId}/${rest}`;

const upload = (name: string, content: string, to = path(`benefits/${benefit.id}/files`)) =>
  kim.send('POST', `${to}?name=${encodeURIComponent(name)}`, content, {
    'content-type': 'application/octet-stream',
  });

/** A member who is logged in on the hosted pages. */
async function member(ofPlan: Plan | null = plan): Promise<Pages & { id: number; subscription?: number }> {
  const customer = await t.given.customer();
  const subscription = ofPlan ? (await t.given.subscription({ customer, plan: ofPlan })).id : undefined;
  const pages = new Pages(t.origin);
  await (await pages.open(`${root}/login`)).submit({ email: customer.email!, password: PASSWORD });
  return Object.assign(pages, { id: customer.id, subscription });
}

/** The signed address to which the link of a file leads. */
async function addressOf(pages: Pages, item: number): Promise<string> {
  const { status, headers } = await pages.http.get(`${root}/membership/content/${item}`);
  expect(status).toBe(303);
  return headers.location!;
}

beforeEach(async () => {
  plan = await t.given.plan({ name: 'Gold' });
  benefit = await t.given.benefit({ plans: [plan], summary: 'Demos' });
  root = `/fanclubs/${benefit.fanclubId}`;
  kim = await staffOf(t, 'manager');
});

describe('a file that staff upload', () => {
  it('is listed and downloaded by a member of a plan with the benefit', async () => {
    const { status, body } = await upload('First demo.mp3', SONG);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'file',
      title: 'First demo',
      media_type: 'audio/mpeg',
      size: SONG.length,
    });
    const pages = await member();
    const page = await pages.open(`${root}/membership`);
    expect(page.text).toMatch(/What your membership includes Demos First demo First demo.mp3, 34 bytes/);
    expect(page.links['First demo']).toBe(`${root}/membership/content/${body.id}`);
    const {
      status: sent,
      headers,
      text,
    } = await new Pages(t.origin).http.get(await addressOf(pages, body.id));
    expect([sent, text]).toEqual([200, SONG]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(SONG.length),
      'content-disposition': `attachment; filename="First demo.mp3"; filename*=UTF-8''First%20demo.mp3`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'accept-ranges': 'bytes',
    });
  });
});
