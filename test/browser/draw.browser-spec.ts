import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daysFrom } from '#samples';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** The script that the documentation gives to fans. */
const SCRIPT = /```js\n([\s\S]*?)```/.exec(
  readFileSync(join(__dirname, '..', '..', 'docs', 'draws.md'), 'utf8'),
)![1];

async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await shoot(page, `draw-${name}`);
  expect([name, await seriousFaults(page)]).toEqual([name, []]);
  const { width } = page.viewportSize()!;
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

/** A contest that has ended, with three entries. */
async function ended() {
  await t.given.fanclub({ name: 'The Lanterns' });
  const contest = await t.given.contest({ when: 'ended', name: 'Meet & Greet' });
  for (const name of ['Ada', 'Bo', 'Cy']) {
    const customer = await t.given.customer({ firstName: name, email: `${name.toLowerCase()}@fans.example` });
    await t.given.entry({ contest, customer, enteredAt: daysFrom(t.clock.now(), -15) });
  }
  await runJob(t, 'contests.commit');
  return contest;
}

/** Presses a button of a screen, fills in its dialog, and agrees. */
async function act(page: Page, label: string, fields: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: label });
  for (const [field, text] of Object.entries(fields)) await dialog.getByLabel(field).fill(text);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Opens the newest mail to a winner in a browser without scripts, and presses a button. */
async function answer(width: number, label: string, pictures: string): Promise<void> {
  const { link } = (await mailsOf(t)).filter(({ kind }) => kind === 'contest_selected').at(-1)!;
  const page = await chromium.visitor({ viewport: { width, height: 844 } });
  await page.goto(link);
  await look(page, `${pictures}-asked`);
  await page.getByRole('button', { name: label }).click();
  await look(page, pictures);
}

it.each([
  ['desk', DESK],
  ['phone', NARROW],
])(
  'on a %s, a manager closes and draws a contest, winners answer, and a fan verifies it in the console',
  async (device, viewport) => {
    const contest = await ended();
    const page = await chromium.visitor({ viewport });
    const complaints = watch(page, t.config.publicUrl);
    await logIn(page, await person('manager'));
    await open(page, '/');
    await page.getByText('Contests to close').waitFor();
    await open(page, `/contests/${contest.id}`);
    await page.getByText('The contest has ended. 3 take part').waitFor();
    await look(page, `${device}-1-entries`);
    await act(page, 'Close the contest', { 'Announced public text': 'Lotto of 22 Nov' });
    await page.getByText('The list is fixed').waitFor();
    await look(page, `${device}-2-closed`);
    await page.getByText('You have announced the public text: Lotto of 22 Nov.').waitFor();
    // A fault names its field, also in a dialog.
    await page.getByRole('button', { name: 'Draw the winners' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prizes').fill('2 tickets for Berlin\n0 × Two tickets');
    await dialog.getByText('1 winner: 2 tickets for Berlin').waitFor();
    await dialog.getByText('0 winners: Two tickets').waitFor();
    await dialog.getByLabel('Public text').fill('Lotto 22 Nov: 4 8 15');
    await dialog.getByRole('button', { name: 'Draw the winners' }).click();
    await dialog.getByText('Prizes › 2 › Winners must be at least 1').waitFor();
    await look(page, `${device}-2-fault`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await act(page, 'Draw the winners', { Prizes: 'Two tickets', 'Public text': 'Lotto 22 Nov: 4 8 15' });
    await page.getByText('1 of the drawn have not answered yet.').waitFor();
    await page.getByText(/^Mail: waiting/).waitFor();
    await look(page, `${device}-3-drawn`);
    // The first of the drawn has lost the mail.
    await act(page, 'Send again');
    await page.getByText('The mail is sent again.').waitFor();

    await answer(viewport.width, 'Decline it', `${device}-4-declined`);
    await answer(viewport.width, 'Take the prize', `${device}-5-taken`);
    await open(page, `/contests/${contest.id}`);
    await page.getByText('All prizes are confirmed.').waitFor();
    await look(page, `${device}-6-winners`);

    const fan = await chromium.visitor({ viewport });
    const path = `${t.config.publicUrl}/fanclubs/${contest.fanclubId}/contests/${contest.id}/draw`;
    await fan.goto(path);
    await look(fan, `${device}-7-public`);
    const shown = await fan.locator('pre').textContent();
    expect(shown!.trim()).toBe(SCRIPT.trim());
    const file = await (await fetch(`${path}/file`)).text();
    const altered = file.replace('Lotto 22', 'Lotto 23');
    const verified = [file, altered].map((text) =>
      // By the debugger's protocol, as in the console: the page itself may not run scripts.
      fan.evaluate<boolean>(`(() => { ${SCRIPT}; return verifyDraw(${text}); })()`),
    );
    expect(await Promise.all(verified)).toEqual([true, false]);
    expect(complaints).toEqual([]);
  },
);
