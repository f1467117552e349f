import type { Locator, Page } from 'playwright-core';

/** Values by the types of fields. */
const VALUES: Readonly<Record<string, string>> = {
  'datetime-local': '2027-01-01T10:00',
  date: '2027-01-01',
  number: '1',
  email: 'ada@fans.example',
  url: 'https://fans.example',
};

/** What no database stores, so that the service refuses it in every text. */
const REFUSED = '\u0000';

/** What is wrong in a field of each type. Others get a character that is refused. */
const FAULTS: Readonly<Record<string, string>> = { url: 'no address', email: 'no address', number: '-1' };

/** A field that a person types in. */
interface TypedField {
  /** Under which its value is sent. */
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly required: boolean;
}

/** What the functions below, which run in the browser, need of its elements. */
interface Part {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly labels?: readonly { readonly innerText: string }[];
  readonly textContent: string;
  readonly nextElementSibling: Part | null;
  noValidate: boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): Part | null;
  querySelector(selector: string): Part | null;
  querySelectorAll(selector: string): Iterable<Part>;
}

/** The fields of a form or dialog in which people type. */
const typedIn = (box: Part): TypedField[] => {
  const isMarked = (one: Part): boolean =>
    Boolean(one.closest('.MuiFormControl-root')?.querySelector('.MuiFormLabel-asterisk'));
  return [...box.querySelectorAll('input, textarea')]
    .filter(({ disabled, readOnly }) => !disabled && !readOnly)
    .filter(({ type }) => !/^(checkbox|radio|file|hidden|search|submit|button)$/.test(type))
    .filter((one) => one.getAttribute('aria-hidden') !== 'true' && one.getAttribute('role') !== 'combobox')
    .map((one) => ({
      ...{ name: one.name, type: one.type, required: one.required || isMarked(one) },
      label: one.labels?.[0]?.innerText ?? one.getAttribute('aria-label') ?? '',
    }));
};

/** The text of the fault that stands at a field, or else at any; empty if there is none. */
const faultAt = (box: Part, name: string | null): string => {
  const field = name === null ? null : box.querySelector(`[name="${name}"]:not([type=checkbox])`);
  // Texts with formats have a hidden field.
  const around = field ? (field.closest('.MuiFormControl-root') ?? field.nextElementSibling) : box;
  return around?.querySelector('.MuiFormHelperText-root.Mui-error')?.textContent.trim() ?? '';
};

/** Which of the names a field has; null: none. */
const named = (box: Part, names: readonly string[]): string | null =>
  names.find((name) => box.querySelector(`[name="${name}"]:not([type=checkbox])`) !== null) ?? null;

/** The names of the choices that are still to be made. */
const openChoices = (box: Part): string[] =>
  [...box.querySelectorAll('input[aria-hidden=true]')]
    .filter(({ name, value }) => name !== '' && value === '')
    .filter((one) => one.closest('.MuiFormControl-root')?.querySelector('.MuiFormLabel-asterisk'))
    .map(({ name }) => name);

/** Leaves it to the service to say what is wrong. */
const uncheck = (box: Part): void => {
  for (const form of [box, ...box.querySelectorAll('form')]) form.noValidate = true;
};

/** The paths of the values in a body: `items.0.amount`. What people can only tick or choose by number is left out. */
const pathsIn = (body: unknown, path = ''): string[] => {
  if (typeof body === 'boolean' || /(^|\.)id$/.test(path)) return [];
  return typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([key, value]) => pathsIn(value, path === '' ? key : `${path}.${key}`))
    : [path];
};

/** Types a fault into each field of a form or dialog, one after the other, and looks for its text at the field. */
export class FaultTyper {
  /** The faults that stood at their fields. */
  readonly shown: string[] = [];
  /** Those that did not, with what happened instead. */
  readonly silent: string[] = [];
  private body: Record<string, unknown> = {};
  private answered: number | null = null;

  constructor(
    private readonly page: Page,
    /** The form or dialog. */
    private readonly box: Locator,
    private readonly submit: Locator,
    /** A value of the request that nobody types or chooses. */
    private readonly fixed?: string,
  ) {
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() === 'GET' || !response.url().includes('/staff/api/')) return;
      this.answered = response.status();
      const isJson = request.headers()['content-type'] === 'application/json';
      this.body = isJson ? (request.postDataJSON() as Record<string, unknown>) : {};
    });
  }

  async run(): Promise<void> {
    await fillIn(this.page, this.box);
    await this.box.evaluate(uncheck);
    const fields = await this.box.evaluate(typedIn);
    for (const field of fields) {
      if (!(await this.box.isVisible())) return;
      await this.type(field);
    }
    for (const name of await this.box.evaluate(openChoices)) {
      await this.sendAndLook(name, name);
      const choice = this.box.locator('.MuiFormControl-root', { has: this.page.locator(`[name="${name}"]`) });
      await choice.last().locator('[role=combobox]').click();
      await this.page.getByRole('option').last().click();
    }
    if (fields.length === 0) await this.learn();
    const typed = fields.map(({ name }) => name);
    // Without what was put into a time.
    for (const path of pathsIn(this.body).filter((one) => !one.endsWith('.no'))) {
      if (!(await this.box.isVisible())) return;
      if (!typed.includes(path) && path.split('.')[0] !== this.fixed) await this.spoil(path);
    }
  }

  private async type({ name, label, type, required }: TypedField): Promise<void> {
    if (name === '') return void this.silent.push(`${label}: the field has no name`);
    const isTime = type === 'date' || type === 'datetime-local';
    const field = this.box.locator(`[name="${name}"]:not([aria-hidden=true])`);
    const former = await field.inputValue();
    if (isTime && !required) {
      // Nobody can type what is no time.
      await field.fill(type === 'date' ? '2001-01-01' : '2001-01-01T10:00');
      await this.spoil(name);
      if (await field.isVisible()) await field.fill(former);
      return;
    }
    await field.fill(isTime ? '' : (FAULTS[type] ?? REFUSED));
    await this.sendAndLook(name, name);
    if (await field.isVisible()) await field.fill(former);
  }

  /** Learns what would be sent, without sending it. */
  private async learn(): Promise<void> {
    await this.page.route('**/staff/api/**', (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      this.body = request.postDataJSON() as Record<string, unknown>;
      return route.abort();
    });
    await this.submit.click();
    for (let waited = 0; waited < 100 && Object.keys(this.body).length === 0; waited += 1)
      await this.page.waitForTimeout(50);
    await this.page.unroute('**/staff/api/**');
  }

  /** Replaces a value of the body, such as one that was chosen, by one of a wrong type. */
  private async spoil(path: string): Promise<void> {
    const keys = path.split('.');
    const last = keys.at(-1)!;
    const name = await this.box.evaluate(named, [path, last]);
    // What the page decides, such as the entry of a row or the token of its link.
    if (name === null && (last.endsWith('_id') || last === 'token')) return;
    await this.page.route('**/staff/api/**', (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      const body = request.postDataJSON() as Record<string, unknown>;
      let at = body;
      for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
      at[last] = { no: 1 };
      return route.continue({ postData: JSON.stringify(body) });
    });
    await this.sendAndLook(path, name);
    await this.page.unroute('**/staff/api/**');
  }

  /** Sends the form, and waits until the fault stands at the field, or the answer has arrived and it does not. */
  private async sendAndLook(what: string, name: string | null): Promise<void> {
    this.answered = null;
    await this.submit.click();
    for (let waited = 0, later = 0; waited < 200 && later < 8; waited += 1) {
      await this.page.waitForTimeout(25);
      if (!(await this.box.isVisible())) break;
      if (this.answered !== null) later += 1;
      if (name === null && this.answered === null) continue;
      if ((await this.box.evaluate(faultAt, name)) !== '') return void this.shown.push(what);
    }
    this.silent.push(`${what}: ${this.answered ?? 'nothing was sent'}`);
  }
}

/** Fills in the fields of a form that are required and empty. */
export async function fillIn(page: Page, form = page.locator('main form').last()): Promise<void> {
  for (const field of await form.locator('[role=combobox][required]').all()) {
    if ((await field.inputValue()) !== '') continue;
    await field.press('ArrowDown');
    await page.getByRole('option').first().click();
  }
  const texts = form.locator(
    'input:not([role=combobox], [aria-hidden=true], [type=file], [type=hidden]), textarea:not([aria-hidden])',
  );
  // What is filled in may add and remove fields.
  for (let n = 0; n < (await texts.count()); n += 1) {
    const field = texts.nth(n);
    const type = await field.getAttribute('type', { timeout: 2_000 }).catch(() => 'checkbox');
    if (type === 'checkbox' || !(await field.isEditable()) || (await field.inputValue()) !== '') continue;
    await field.fill(VALUES[type ?? ''] ?? 'x');
  }
}
