import type { Page } from 'playwright-core';
import { FanclubKey, Fanclub } from '#platform/tenants/fanclub.entity';
import { DEMO_LOGINS } from '../../src/tools/local';
import { givenDemo } from '../support/given-demo';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { rawParts, rawTextOf } from './raw-text';
import { sellMore } from './staff-demo';
import { menuPaths, type Screen, screensOfApp } from './staff-screens';
import { fillIn } from './staff-faults';
import { DESK, NARROW, staffSite, watch } from './staff-site';

const { t, at, logIn } = staffSite();
const chromium = browser();
const SCREENS = screensOfApp();

/** The screens to walk: PLACES=hosts tries those whose names match. */
const WALKED = SCREENS.filter(({ name }) => new RegExp(process.env.PLACES ?? '').test(name));

/** Lists whose records are added in a dialog. */
const ADDED_BY_DIALOG = ['/applications', '/program_keys', '/webhook_endpoints'];

/** React Router's, because the test changes the address by hand. */
const ROUTER = 'You are trying to use a blocker on a POP';

/** Milliseconds for a walk, on a loaded machine. */
const LIMIT = 900_000;

/** Whether something on the page moves, but for what moves for ever. */
const MOVES = `document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && effect.getComputedTiming().iterations !== Infinity)`;

it('knows a page for each entry of the menu', () => {
  const paths = SCREENS.map(({ path }) => path);
  expect(menuPaths().filter((path) => !paths.includes(path))).toEqual([]);
  expect(SCREENS.length).toBeGreaterThan(30);
});

/** A browser in which an owner of a new, empty fan club or of the demo works. */
async function atWork(kind: 'new' | 'demo'): Promise<Visit> {
  if (kind === 'demo') await givenDemo(t);
  const club = kind === 'new' ? await t.given.fanclub() : await demoClub();
  const { organizationId, id } = club;
  const kim = await t.given.staff();
  await t.given.staffRole({ staffId: kim.id, organizationId, fanclubId: null });
  const page = await chromium.visitor({ viewport: DESK });
  await page.addInitScript(`localStorage.setItem('fanclub', '${id}')`);
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);
  return new Visit(page, complaints, kind, id);
}

async function demoClub(): Promise<Fanclub> {
  const { fanclubId } = await t.db.getRepository(FanclubKey).findOneByOrFail({ key: DEMO_LOGINS[0].key });
  return t.db.getRepository(Fanclub).findOneByOrFail({ id: fanclubId });
}

class Visit {
  /** What is wrong, by screen. */
  readonly faults: Record<string, unknown> = {};
  private pending = 0;

  constructor(
    readonly page: Page,
    private readonly complaints: string[],
    private readonly kind: string,
    readonly club: number,
  ) {
    page.on('request', () => (this.pending += 1));
    page.on('requestfinished', () => (this.pending -= 1));
    page.on('requestfailed', () => (this.pending -= 1));
  }

  /** The address of a path of the API below the fan club. */
  api(path: string): string {
    return `${t.config.publicUrl}/staff/api/fanclubs/${this.club}/${path}`;
  }

  /** Opens a screen and waits until it has what it asked for. */
  async open(path: string): Promise<void> {
    await this.page.goto(at(path));
    const content = this.page.locator('main :is(h1, h2, form, tr, li, .RaShow-card)');
    await content
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch((cause: Error) => {
        throw new Error(`${path} shows nothing.`, { cause });
      });
    await this.settle();
  }

  /** Waits until nothing was asked for during a tenth of a second, and nothing moves. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      await this.page.waitForTimeout(25);
      quiet = this.pending > 0 ? 0 : quiet + 1;
    }
    while (await this.page.evaluate<boolean>(MOVES)) await this.page.waitForTimeout(25);
  }

  /** Whether a list has rows, or a heading that says that there are none. */
  says(): Promise<boolean> {
    const told = this.page.locator('main :is(h2, tbody tr)').filter({ visible: true }).first();
    return told.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  }

  /** Looks at what the page shows, on a computer and on a phone. */
  async look(name: string): Promise<void> {
    for (const size of [DESK, NARROW]) await this.lookAt(name, size);
    await this.page.setViewportSize(DESK);
  }

  private async lookAt(name: string, size: typeof DESK): Promise<void> {
    await this.page.setViewportSize(size);
    while (await this.page.evaluate<boolean>(MOVES)) await this.page.waitForTimeout(25);
    await shoot(this.page, `screens-${this.kind}-${name.replace(/\W+/g, '-')}-${size.width}`);
    const width = await this.width(size.width);
    const found = [
      ...(await seriousFaults(this.page)),
      ...(await rawTextOf(this.page)),
      ...(width > size.width ? [`is ${width} wide`] : []),
      ...this.complaints.splice(0).filter((text) => !text.startsWith(ROUTER)),
    ];
    if (found.length > 0) this.faults[`${name} at ${size.width}`] = found;
  }

  /** Looks at the open menu of a phone. */
  async lookAtMenu(): Promise<void> {
    const { page } = this;
    await page.setViewportSize(NARROW);
    await page.reload();
    await page
      .getByLabel(/^(Open|Close) menu$/)
      .first()
      .waitFor();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    if (!(await menu.isVisible())) await page.getByLabel('Open menu').click();
    await menu.waitFor();
    await this.settle();
    await shoot(page, `screens-${this.kind}-menu-${NARROW.width}`);
    const found = await seriousFaults(page);
    if (found.length > 0) this.faults['the menu of a phone'] = found;
  }

  /** How wide the page is, after the menu has moved away. */
  private async width(wanted: number): Promise<number> {
    let width = Infinity;
    for (let tries = 0; width > wanted && tries < 20; tries += 1) {
      if (tries > 0) await this.page.waitForTimeout(50);
      width = await this.page.evaluate<number>('document.documentElement.scrollWidth');
    }
    return width;
  }

  /** A record of a list, as the API prints it to the app. */
  async record(resource: string): Promise<string> {
    const answer = await this.page.request.get(this.api(`${resource}?per_page=1`));
    const [record] = ((await answer.json()) as { data: { id?: number; kind?: string }[] }).data;
    if (!record) throw new Error(`The demo has no record of ${resource}: add one in this test.`);
    return String(record.id ?? record.kind);
  }

  /** Opens each dialog to which a button of the page leads, on a computer and on a phone. */
  async dialogs(name: string): Promise<void> {
    const buttons = this.page.locator('main [aria-haspopup=dialog]:visible:enabled');
    for (const size of [DESK, NARROW]) {
      await this.page.setViewportSize(size);
      await this.settle();
      for (const label of new Set(await buttons.allInnerTexts())) {
        await buttons.filter({ hasText: label }).first().click();
        await this.page.getByRole('dialog').waitFor();
        await this.settle();
        await this.lookAt(`${name}: ${label}`, size);
        const dialog = this.page.getByRole('dialog');
        await dialog.getByRole('button', { name: /^(Cancel|Close)$/ }).click();
        await dialog.waitFor({ state: 'detached' });
      }
    }
    await this.page.setViewportSize(DESK);
  }

  /** The address of a screen, with records of the demo. */
  async pathOf({ path, resource }: Screen): Promise<string> {
    if (resource !== null)
      return path.includes(':') ? path.replace(':id', await this.record(resource)) : path;
    return path.includes(':') ? OTHER_PATHS[path](this) : path;
  }
}

/** The screens whose addresses name more than a record. */
const OTHER_PATHS: Readonly<Record<string, (visit: Visit) => Promise<string>>> = {
  // Of an invitation that is over.
  '/join/:token': () => Promise.resolve('/join/unknown'),
  '/members/:id/merges/:other': async (visit) => {
    const { data } = (await (await visit.page.request.get(visit.api('members?per_page=2'))).json()) as {
      data: { id: number }[];
    };
    return `/members/${data[0].id}/merges/${data[1].id}`;
  },
};

it('knows an address for each screen that names more than a record', () => {
  const others = SCREENS.filter(({ resource, path }) => resource === null && path.includes(':'));
  expect(others.map(({ path }) => path).sort()).toEqual(Object.keys(OTHER_PATHS).sort());
});

it('finds text for programs, and no fault in what people write', () => {
  const raw = [
    '@@react-admin@@"ra.x"',
    'is undefined',
    'NaN %',
    '[object Object]',
    '{"a":1}',
    '["a"]',
    '{"email":"ada@fans.example","url":"https://fans.example"}',
    'https://fans.example/undefined',
    'a/NaN',
    'ada@fans.example&lt;',
    'entry.excluded',
    '&amp;',
  ];
  expect(raw.filter((text) => rawParts(text).length === 0)).toEqual([]);
  const meant =
    'Mail ada@fans.example of www.fans.example, {{ fanclub.name }}, plans.csv. It costs 10.50. E.g. (none) [x].';
  expect(rawParts(meant)).toEqual([]);
});

it(
  'shows an empty fan club on every screen without a fault, and says what to do first',
  async () => {
    const visit = await atWork('new');
    const missing: string[] = [];
    for (const { name, path, kind } of WALKED.filter((screen) => !screen.path.includes(':'))) {
      await visit.open(path);
      if (kind === 'list' && !(await visit.says())) missing.push(name);
      if (
        ADDED_BY_DIALOG.includes(path) &&
        (await visit.page.locator('main [aria-haspopup=dialog]').count()) === 0
      )
        missing.push(`${name}: no button for the first one`);
      await visit.look(name);
    }
    expect({ faults: visit.faults, missing }).toEqual({ faults: {}, missing: [] });
  },
  LIMIT,
);

it(
  'gives the open menu of a phone a name, and no fault',
  async () => {
    const visit = await atWork('new');
    await visit.lookAtMenu();
    expect(visit.faults).toEqual({});
  },
  LIMIT,
);

/** Adds what the demo lacks: a packing list, mails, and what is sold. */
async function sellAll(visit: Visit): Promise<void> {
  for (const [path, body] of [
    ['parcels/batches', {}],
    ['issues/mails', { issue: 'option' }],
  ] as const) {
    const headers = { origin: t.config.publicUrl };
    const answer = await visit.page.request.post(visit.api(path), { headers, data: body });
    expect([path, answer.ok()]).toEqual([path, true]);
  }
  await sellMore({ given: t.given, db: t.db, now: t.clock.now(), fanclubId: visit.club });
}

it(
  'shows the demo on every screen, in every form and every dialog without a fault',
  async () => {
    const visit = await atWork('demo');
    await sellAll(visit);
    for (const screen of WALKED) {
      await visit.open(await visit.pathOf(screen));
      await visit.look(screen.name);
      await visit.dialogs(screen.name);
    }
    expect(visit.faults).toEqual({});
  },
  LIMIT,
);

/** Makes the service refuse a field of the next change: its value is replaced by one of a wrong type. */
async function spoil(page: Page): Promise<void> {
  await page.route('**/staff/api/fanclubs/**', async (route) => {
    const request = route.request();
    const body = request.method() === 'GET' ? null : (request.postDataJSON() as object | null);
    if (body === null) return route.continue();
    const spoilt = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, typeof value === 'object' ? value : { no: 1 }]),
    );
    return route.continue({ postData: JSON.stringify(spoilt) });
  });
}

it(
  'shows at the fields of every form what the service refuses, and has no fault then',
  async () => {
    const visit = await atWork('demo');
    const { page } = visit;
    const silent: string[] = [];
    await sellAll(visit);
    await spoil(page);
    // Each form is left without saving.
    page.on('dialog', (question) => void question.accept());
    const forms: Screen[] = WALKED.filter(
      ({ kind, path }) => kind === 'create' || kind === 'edit' || path === '/club',
    );
    for (const screen of forms) {
      const { name, kind } = screen;
      await visit.open(await visit.pathOf(screen));
      if (kind === 'create') await fillIn(page);
      else
        await page.locator('main form input[type=text]:not([role=combobox]):enabled').first().fill('Changed');
      await page.getByRole('button', { name: 'Save' }).click();
      await visit.settle();
      if ((await page.locator('main form [aria-invalid=true]').count()) === 0) silent.push(name);
      await visit.look(`${name} refused`);
    }
    expect({ faults: visit.faults, silent }).toEqual({ faults: {}, silent: [] });
  },
  LIMIT,
);
