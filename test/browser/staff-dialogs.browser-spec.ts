import { browser, shoot } from './chromium';
import { type Scene, scenesOfApp, WITHOUT_FAULTS } from './staff-dialogs';
import { FaultTyper } from './staff-faults';
import { placesOfApp } from './staff-places';
import { DESK, staffSite } from './staff-site';

const { t, at, person, logIn } = staffSite();
const chromium = browser();

/** Milliseconds for all dialogs and forms, on a loaded machine. */
const LIMIT = 900_000;

afterEach(() => jest.restoreAllMocks());

it('knows each dialog and form of the app that asks for something', async () => {
  const asking = placesOfApp().filter(({ asks }) => asks);
  const known = [...Object.keys(await scenesOfApp(t)), ...Object.keys(WITHOUT_FAULTS)];
  expect([...new Set(asking.map(({ name }) => name))].sort()).toEqual(known.sort());
});

it(
  'shows one fault of each field of each dialog and form at the field',
  async () => {
    // PLACES=plans tries those whose names match.
    const wanted = new RegExp(process.env.PLACES ?? '');
    const scenes = Object.entries(await scenesOfApp(t)).filter(([name]) => wanted.test(name));
    const page = await chromium.visitor({ viewport: DESK });
    page.setDefaultTimeout(8_000);
    page.on('dialog', (question) => void question.accept());
    await logIn(page, await person('owner'));
    const silent: Record<string, readonly string[]> = {};
    for (const [name, scene] of scenes) {
      const typer = await faultsOf(scene).catch((error: Error) => error);
      if (typer instanceof Error) silent[name] = [typer.message];
      else if (typer.silent.length > 0 || typer.shown.length === 0) silent[name] = typer.silent;
      if (name in silent) await shoot(page, `dialogs-${name.replace(/\W+/g, '-')}`);
    }
    expect(silent).toEqual({});

    async function faultsOf({ path, tab, first, opens, sends, has, fixed }: Scene): Promise<FaultTyper> {
      await page.goto('about:blank');
      await page.goto(at(path));
      if (tab) await page.getByRole('tab', { name: tab }).click();
      if (first) await page.getByRole('button', { name: first }).click();
      if (opens) await page.getByRole('button', { name: opens, exact: true }).first().click();
      const within = opens ? page.getByRole('dialog') : page.locator(opens === '' ? 'form' : 'main form');
      const box = has ? within.filter({ has: page.locator(`[name=${has}]`) }) : within.first();
      await box.locator('input, textarea').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const submit = sends
        ? box.getByRole('button', { name: sends, exact: true })
        : box.locator('button[type=submit]');
      const typer = new FaultTyper(page, box, submit.first(), fixed);
      await typer.run();
      return typer;
    }
  },
  LIMIT,
);
