import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type StaffClient, staffOf } from '../support/staff-client';
import { waitingParcel } from '../support/waiting-parcel';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** Changes a record as somebody else of the staff. */
async function change(other: StaffClient, path: string, body: object): Promise<void> {
  const { headers } = await other.get(path);
  const answer = await other.patch(path, body, String(headers.etag));
  expect(answer.status).toBe(200);
}

/** Takes pictures of a page on a computer and on a phone, and returns what axe calls serious. */
async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [NARROW, DESK]) {
    await page.setViewportSize(size);
    await shoot(page, `${name}-${size.width}`);
    found.push(...(await seriousFaults(page)));
  }
  return found;
}

it('shows the slower one of two editors who changed what when, and saves what they choose', async () => {
  const [kim, lee] = [await person('manager'), await staffOf(t, 'manager')];
  await t.db.query(`UPDATE staff SET name = 'Lee Other' WHERE id = $1`, [lee.person.id]);
  const { id, fanclubId } = await t.given.event({ title: 'Oslo', tags: ['club'], venueCity: 'Oslo' });
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);
  await open(page, `/events/${id}`);
  await page.getByLabel('Title').fill('Bergen');
  await page.getByLabel('City').fill('Bergen');
  await change(lee, `/fanclubs/${fanclubId}/events/${id}`, {
    title: 'Trondheim',
    tags: ['club', 'winter'],
  });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
  await dialog.getByText('Lee Other', { exact: false }).first().waitFor();
  expect(await look(page, 'editing-conflict')).toEqual([]);
  const text = await dialog.innerText();
  for (const part of ['Title', 'Bergen', 'Trondheim', 'Tags', 'winter']) expect(text).toContain(part);
  const rows = () => t.db.query(`SELECT title, tags, venue_city FROM events WHERE id = $1`, [id]);

  // A person who goes back keeps what they typed, and is asked again.
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Bergen');
  expect(await rows()).toMatchObject([{ title: 'Trondheim', venue_city: 'Oslo' }]);
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Take theirs', { exact: false }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/events$/);
  expect(await rows()).toEqual([{ title: 'Trondheim', tags: ['club', 'winter'], venue_city: 'Bergen' }]);
  expect(complaints).toEqual([]);
});

it('keeps the own value of a field that somebody else has changed, or discards it, as the person chooses', async () => {
  const [kim, lee] = [await person('manager'), await staffOf(t, 'manager')];
  const { id, fanclubId } = await t.given.event({ title: 'Oslo' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, `/events/${id}`);
  const title = page.getByLabel('Title');
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
  await title.fill('Bergen');
  await change(lee, `/fanclubs/${fanclubId}/events/${id}`, { title: 'Trondheim' });
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await page.waitForFunction(
    `[...document.querySelectorAll('input')].some(({ value }) => value === 'Trondheim')`,
  );
  await title.fill('Bergen');
  await change(lee, `/fanclubs/${fanclubId}/events/${id}`, { title: 'Hamar' });
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/events$/);
  expect(await t.db.query('SELECT title FROM events WHERE id = $1', [id])).toEqual([{ title: 'Bergen' }]);
});

it('asks again if what was chosen is refused, so that the value of the other person is not lost', async () => {
  const [kim, lee] = [await person('manager'), await staffOf(t, 'manager')];
  const { id, fanclubId } = await t.given.event({ title: 'Oslo' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, `/events/${id}`);
  await page.getByLabel('Title').fill('Bergen');
  await page.getByLabel('City').fill('Hamar');
  await change(lee, `/fanclubs/${fanclubId}/events/${id}`, { title: 'Trondheim' });
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await dialog.getByLabel('Take theirs', { exact: false }).check();
  await page.route(
    `**/events/${id}`,
    (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: '/problems/invalid', title: 'Some fields are not valid', status: 422 }),
      }),
    { times: 1 },
  );
  const refused = page.waitForResponse((answer) => answer.status() === 422);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await refused;
  await save.click();
  await dialog.getByLabel('Take theirs', { exact: false }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/events$/);
  expect(await t.db.query('SELECT title, venue_city FROM events WHERE id = $1', [id])).toEqual([
    { title: 'Trondheim', venue_city: 'Hamar' },
  ]);
});

it('saves a text with formats as the editor shows it, and shows one with a table as HTML', async () => {
  const { id } = await t.given.event({ title: 'Oslo', description: 'Rock & Roll' });
  const table = await t.given.event({
    title: 'Rome',
    description: '<table><tbody><tr><td>Row</td></tr></tbody></table>',
  });
  const others = ['Read <a href="#rules">the rules</a>', 'Doors at 7\nBring a friend'];
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));
  await open(page, `/events/${table.id}`);
  const text = page.getByRole('textbox', { name: 'Description' });
  expect(await text.inputValue()).toContain('<td>Row</td>');
  for (const [n, kept] of others.entries()) {
    const event = await t.given.event({ title: `Rome ${n}`, description: kept });
    await open(page, `/events/${event.id}`);
    expect(await text.inputValue()).toBe(kept);
  }
  await open(page, `/events/${id}`);
  await text.fill('Bring a friend');
  await page.keyboard.press('Enter');
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Description' }).getByRole('button', { name, exact: true });
  await tool('Heading').click();
  await page.keyboard.type('What');
  await page.keyboard.press('Enter');
  await tool('Bold').click();
  await page.keyboard.type('loud');
  await tool('Bold').click();
  await page.keyboard.press('Enter');
  await tool('List').click();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await tool('Italic').click();
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tool('Numbered list').click();
  await tool('Quotation').click();
  await page.keyboard.type('said');
  await tool('Link').click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabel('Where it leads').fill('javascript:alert(1)');
  expect(await dialog.getByRole('button', { name: 'Set the link' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Where it leads').fill('oslo.example');
  await dialog.getByRole('button', { name: 'Set the link' }).click();
  expect(await look(page, 'editing-text')).toEqual([]);
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  const { description } = (await saved).postDataJSON() as { description: string };
  expect(description).toMatch(
    /^<p>Bring a friend<\/p><h3>What<\/h3><p><strong>loud<\/strong><\/p><ul>.*<em>two<\/em>.*<a href="https:\/\/oslo.example">/,
  );
  await page.waitForURL(/#\/events$/);
  // The service has kept all of it.
  expect(await t.db.query('SELECT description FROM events WHERE id = $1', [id])).toEqual([{ description }]);
  expect(complaints).toEqual([]);
});

it('leaves a text as it is if nobody changes it', async () => {
  const description = 'Rock &amp; <b>Roll</b>';
  const { id } = await t.given.event({ title: 'Oslo', description });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await open(page, `/events/${id}`);
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.getByLabel('Title').fill('Bergen');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/events$/);
  expect(await t.db.query('SELECT title, description FROM events WHERE id = $1', [id])).toEqual([
    { title: 'Bergen', description },
  ]);
});

it('puts the address of an uploaded picture into the field, offers it again, and deletes it after a question', async () => {
  const benefit = await t.given.benefit();
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));
  await open(page, `/benefits/${benefit.id}`);
  const field = page.getByLabel('Address of its picture');
  const ask = () => page.getByRole('button', { name: 'Choose or upload a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pictures' });
  await ask();
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#1a4f8b' } })
    .png()
    .toBuffer();
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('huge.png', Buffer.alloc(10_000_001));
  await dialog.getByText('huge.png has 10.0 MB. A picture may have 10 MB.').waitFor();
  await choose('evil.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await dialog.getByText('must be a JPEG, PNG, WebP or GIF picture', { exact: false }).waitFor();
  await choose('stage.png', picture);
  await dialog.waitFor({ state: 'detached' });
  const url = await field.inputValue();
  expect(url).toMatch(/\/images\/[0-9a-f]{64}-[0-9a-f]{16}\.jpg$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/benefits$/);
  expect(await t.db.query('SELECT image_url FROM benefits WHERE id = $1', [benefit.id])).toEqual([
    { image_url: url },
  ]);
  await open(page, `/benefits/${benefit.id}`);
  await ask();
  await dialog.getByRole('img', { name: 'stage.png' }).waitFor();
  const shown = `document.querySelector('img[alt="stage.png"]')`;
  await page.evaluate(`${shown}.decode()`);
  expect(await page.evaluate(`${shown}.naturalWidth`)).toBe(600);
  expect(await look(page, 'editing-pictures')).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete stage.png' }).click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await dialog.getByText('There are no pictures yet.').waitFor();
  expect(complaints).toEqual([]);
});

it('leads from the line of sections to each section of a long form, with the line and Save in view', async () => {
  const { id } = await t.given.plan({ name: 'Gold' });
  for (const size of [NARROW, DESK]) {
    const page = await chromium.visitor({ viewport: size });
    await logIn(page, await person('manager'));
    await open(page, `/plans/${id}`);
    const line = page.getByRole('navigation', { name: 'Sections' });
    await line.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    for (const name of ['Upgrades', 'Trial and renewal']) {
      await line.getByRole('button', { name }).click();
      const places = [line, page.getByRole('heading', { name }), page.getByRole('button', { name: 'Save' })];
      const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())!.y));
      expect([size.width, name, tops.every((top) => top > 0 && top < size.height)]).toEqual([
        size.width,
        name,
        true,
      ]);
      expect(tops[0]).toBeLessThan(tops[1]);
    }
    await shoot(page, `editing-sections-${size.width}`);
  }
});

it('keeps an open dialog and its text while a phone is turned, and then shows cards that can be used', async () => {
  const { customer } = await waitingParcel(t);
  const contest = await t.given.contest();
  await t.given.entry({ contest, customer });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('owner'));
  for (const [path, button, field] of [
    ['/parcels', 'Mark shipped', 'Tracking address'],
    [`/contests/${contest.id}`, 'Exclude', 'Reason'],
  ] as const) {
    await page.setViewportSize(DESK);
    await open(page, path);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    const input = page.getByLabel(field);
    await input.fill('https://carrier.example/1');
    for (const size of [NARROW, DESK, NARROW]) {
      await page.setViewportSize(size);
      await page.waitForTimeout(300);
      expect(await input.inputValue()).toBe('https://carrier.example/1');
    }
    await page.getByText('Cancel', { exact: true }).click();
    await page.getByRole('listitem').getByRole('button', { name: button }).click();
    await dialog.waitFor();
  }
});

it('unfolds the part of the menu that has the page', async () => {
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('owner'));
  const members = page.getByRole('menuitem', { name: 'Members', exact: true });
  await members.waitFor();
  await page.getByRole('menuitem', { name: 'People', exact: true }).click();
  await members.waitFor({ state: 'detached' });
  await open(page, '/members');
  await members.waitFor();
});
