import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite({ UPLOAD_MB: '1' });
const chromium = browser();

const PDF = '%PDF-1.7 the setlist of the spring tour';
const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the person's computer. */
function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Looks at a screen: no serious fault, and nothing wider than it. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await shoot(page, `content-${name}`);
  expect([name, await seriousFaults(page)]).toEqual([name, []]);
  const { width } = page.viewportSize()!;
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

it.each([
  ['desk', DESK],
  ['phone', NARROW],
])('on a %s, staff upload files and write a text, and a member downloads them', async (device, viewport) => {
  const club = await t.given.fanclub({ name: 'The Tin Comets Fan Club' });
  const plan = await t.given.plan({ name: 'Gold' });
  const benefit = await t.given.benefit({ plans: [plan], summary: 'Backstage' });
  const ada = await t.given.customer();
  await t.given.subscription({ customer: ada, plan });
  const page = await chromium.visitor({ viewport });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));

  await open(page, `/benefits/${benefit.id}`);
  const content = page.getByRole('region', { name: 'Content for members' });
  await content.getByText('This benefit has no content yet.').waitFor();
  const upload = content.getByLabel('Upload a file: file');
  await upload.setInputFiles(fileOf('Spring tour setlist.pdf', PDF));
  await content.getByRole('heading', { name: 'Spring tour setlist' }).waitFor();
  await upload.setInputFiles(fileOf('too large.mov', 'x'.repeat(1_100_000)));
  await content.getByText('too large.mov has 1.1 MB; 1.0 MB are allowed.').waitFor();
  await content.getByRole('button', { name: 'Add a text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a text' });
  await dialog.getByLabel('Title').fill('How we recorded it');
  await dialog.getByRole('button', { name: 'HTML' }).click();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('<p>In a <b>barn</b>, with two microphones.</p>');
  await dialog.getByRole('button', { name: 'Add a text' }).click();
  await content.getByText('with two microphones').waitFor();
  await content.getByRole('button', { name: 'Move up: How we recorded it' }).click();
  const headings = () => content.getByRole('heading', { level: 3 }).allTextContents();
  await content.locator('li').first().getByText('How we recorded it').waitFor();
  expect(await headings()).toEqual(['How we recorded it', 'Spring tour setlist']);
  await look(page, `${device}-staff`);
  await content.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByLabel('Title').fill('The setlist');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await content.getByRole('heading', { name: 'The setlist' }).waitFor();
  await content.getByLabel('Replace: file').setInputFiles(fileOf('Setlist, final.pdf', `${PDF}, final`));
  await content.getByText('Setlist, final.pdf').waitFor();
  expect(complaints).toEqual([]);

  const fan = await chromium.visitor({ viewport });
  const faults = watch(fan, t.config.publicUrl);
  await fan.goto(`${t.config.publicUrl}/fanclubs/${club.id}/membership`);
  await fan.getByRole('link', { name: 'Log in' }).click();
  await fan.fill('#email', ada.email!);
  await fan.fill('#password', PASSWORD);
  await fan.getByRole('button', { name: 'Log in' }).click();
  await fan.getByRole('heading', { name: 'What your membership includes' }).waitFor();
  await look(fan, `${device}-member`);
  const [download] = await Promise.all([
    fan.waitForEvent('download'),
    fan.getByRole('link', { name: 'The setlist' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Setlist, final.pdf');
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${PDF}, final`);
  expect(faults).toEqual([]);

  await t.db.query('UPDATE subscriptions SET cancelled = true');
  await fan.goto(download.url());
  expect(await fan.textContent('h1')).toBe('This file cannot be downloaded');
  await look(fan, `${device}-refused`);
});
