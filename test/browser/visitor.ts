import type { Page } from 'playwright-core';
import { SIGN_UP } from '../support/sign-up';
import { seriousFaults } from './axe';
import { type browser, complaintsOf, shoot } from './chromium';

/** Screens and whether scripts run: everything works without them, and axe needs them. */
export const DEVICES = [
  ['phone', 390, false],
  ['phone-axe', 390, true],
  ['desk', 1280, false],
  ['desk-axe', 1280, true],
] as const;

/** A row of {@link DEVICES}. */
export type Device = readonly [name: string, width: number, javaScriptEnabled: boolean];

/** Somebody who visits hosted pages with a browser of their own. */
export class Visitor {
  private constructor(
    readonly page: Page,
    private readonly pictures: string,
    private readonly withAxe: boolean,
    private readonly complaints: readonly string[],
  ) {}

  /** @param story the first part of the names of the pictures */
  static async come(
    chromium: ReturnType<typeof browser>,
    story: string,
    [device, width, javaScriptEnabled]: Device,
  ): Promise<Visitor> {
    const page = await chromium.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
    return new Visitor(page, `${story}-${device}`, javaScriptEnabled, complaintsOf(page));
  }

  readonly open = (url: string) => this.page.goto(url);
  readonly press = (label: string) => this.page.getByRole('button', { name: label }).click();
  readonly follow = (label: string) => this.page.getByRole('link', { name: label }).click();
  readonly heading = () => this.page.textContent('h1');
  readonly main = () => this.page.textContent('main');

  /** Fills in fields by their ids. */
  async fill(fields: Record<string, string>): Promise<void> {
    for (const [field, value] of Object.entries(fields)) await this.page.fill(`#${field}`, value);
  }

  /** Fills in the form for an account, without sending it. */
  async signUp(fields: Record<string, string> = {}): Promise<void> {
    await this.fill({ ...SIGN_UP, ...fields });
    await this.page.check('#accept_terms');
  }

  /** Sends a card on the page of the demo bank. */
  async typeCard(number: string): Promise<void> {
    await this.fill({ number, name: 'Ada Lovelace' });
    await this.page.click('button');
  }

  /** Pays on the page of the demo bank, and comes back. */
  async pay(number: string): Promise<void> {
    await this.typeCard(number);
    await this.page.waitForURL(/\/return$/);
  }

  /** A picture of the page, which must not be wider than the screen. With JavaScript axe looks at it too. */
  async look(what: string): Promise<void> {
    await shoot(this.page, `${this.pictures}-${what}`);
    const { width } = this.page.viewportSize()!;
    expect([what, await this.page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
    if (this.withAxe) expect([what, await seriousFaults(this.page)]).toEqual([what, []]);
  }

  /** What the browser complained about. Refused forms (422) are no fault. */
  faults(): string[] {
    return this.complaints.filter((one) => !one.includes('422'));
  }
}
