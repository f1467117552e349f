import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import type { Role } from '../../src/platform/staff/permissions';
import type { Staff } from '../../src/platform/staff/people/staff.entity';
import { freePort } from '../support/free-port';
import { codeAt } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { complaintsOf } from './chromium';

/** A computer's screen. */
export const DESK = { width: 1280, height: 900 };

/** A phone's. */
export const NARROW = { width: 390, height: 844 };

/**
 * A service with the app for staff, at a name, because browsers make passkeys only for names. Call it at the top of a suite.
 * @param settings further ones of the service
 */
export function staffSite(settings: NodeJS.ProcessEnv = {}) {
  const t = testApp(async () => {
    const port = await freePort();
    return {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'staff-')),
      ...settings,
    };
  });
  afterAll(() => rm(t.config.dataDir, { recursive: true, force: true }));

  const at = (path: string): string => `${t.config.publicUrl}/staff/#${path}`;

  /** Shows a screen, loaded anew: after a change of the part behind # alone, the old one would count as loaded. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(at(path));
    await page.waitForLoadState('networkidle');
  }

  /** A person with a role in the test's fan club. */
  async function person(role: Role = 'owner'): Promise<Staff> {
    const made = await t.given.staff();
    await t.given.staffRole({ staffId: made.id, role });
    return made;
  }

  /** Logs in by password and code, and waits for the first page. */
  async function logIn(page: Page, { email }: Pick<Staff, 'email'>): Promise<void> {
    await page.goto(at('/login'));
    await fillLogIn(page, email);
    await page.getByRole('menuitem', { name: 'Overview' }).or(page.getByLabel('Open menu')).first().waitFor();
  }

  /** Fills in the forms for the log-in, on the page or in the dialog. */
  async function fillLogIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code of your authenticator app').fill(codeAt(t.clock.now()));
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  return { t, at, open, person, logIn, fillLogIn };
}

/** What went wrong in the browser: complaints of its console, and requests that leave the service. */
export function watch(page: Page, origin: string): string[] {
  const complaints = complaintsOf(page);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`request to ${url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Gives the pages of a browser a device that makes and uses passkeys without asking. */
export async function addPasskeyDevice(context: BrowserContext, page: Page): Promise<void> {
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
