import type { Locator, Page } from 'playwright-core';

/** Values by the types of fields. */
const VALUES: Readonly<Record<string, string>> = {
  'datetime-local': '2027-01-01T10:00',
  date: '2027-01-01',
  number: '1',
  email: 'ada@fans.example',
  url: 'https://fans.example',
};

/** Whether a field of a dialog shows a fault: the one of this name, if there is one. */
export async function faultIsAt(dialog: Locator, name: string): Promise<boolean> {
  const named = dialog.locator(`[name="${name}"]:not([type=hidden], [aria-hidden=true])`);
  if ((await named.count()) > 0) return (await named.first().getAttribute('aria-invalid')) === 'true';
  return (await dialog.locator('[aria-invalid=true]').count()) > 0;
}

/** The paths of the values in a body: `items.0.amount`. */
const pathsIn = (body: unknown, path = ''): string[] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([key, value]) => pathsIn(value, path === '' ? key : `${path}.${key}`))
    : [path];

/** Sends a dialog again and again, each time with another value of a wrong type, so that the service refuses it. */
export class Spoiler {
  path = '';
  private readonly tried = new Set<string>();

  constructor(private readonly page: Page) {}

  /** The name of the field. */
  get field(): string {
    return this.path.split('.').at(-1)!;
  }

  /** False: each value has had its turn, and nothing was sent. */
  async sends(submit: Locator): Promise<boolean> {
    let isSent = false;
    await this.page.route('**/staff/api/fanclubs/**', async (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      const isJson = request.headers()['content-type'] === 'application/json';
      const body = isJson ? (request.postDataJSON() as Record<string, unknown>) : {};
      const path = pathsIn(body).find((one) => one !== '' && !this.tried.has(one));
      if (path === undefined) return route.abort();
      this.tried.add((this.path = path));
      isSent = true;
      let at = body;
      for (const key of path.split('.').slice(0, -1)) at = at[key] as Record<string, unknown>;
      at[this.field] = { no: 1 };
      return route.continue({ postData: JSON.stringify(body) });
    });
    if (await submit.isEnabled()) await submit.click();
    await this.page.waitForTimeout(200);
    await this.page.unroute('**/staff/api/fanclubs/**');
    return isSent;
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
    'input:not([role=combobox], [aria-hidden=true], [type=file]), textarea:not([aria-hidden])',
  );
  // What is filled in may add and remove fields.
  for (let n = 0; n < (await texts.count()); n += 1) {
    const field = texts.nth(n);
    const type = await field.getAttribute('type', { timeout: 2_000 }).catch(() => 'checkbox');
    if (type === 'checkbox' || !(await field.isEditable()) || (await field.inputValue()) !== '') continue;
    await field.fill(VALUES[type ?? ''] ?? 'x');
  }
}
