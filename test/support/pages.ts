import type { IncomingHttpHeaders } from 'node:http';
import { HttpClient, type RequestOptions } from '#libs/testing';
import { hashSource } from '../../src/pages/page-policy';
import { PASSWORDS } from '../../src/pages/form.rules';
import { accessibilityFaults, type Attributes, elements, texts, unescaped } from './page-html';

/** The headers of a form that a browser sends from a page of the same site; our pages have no referrer and so no origin. */
const FROM_OUR_PAGE = { origin: 'null', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

/**
 * A browser without JavaScript, on the hosted pages: keeps cookies, fills in and sends forms with their hidden fields.
 * Every page is checked for headers and labels. Tests follow redirects themselves: see {@link VisitedPage.follow}.
 */
export class Pages {
  readonly http: HttpClient;

  /** @param origin of the service; the paths of pages begin at its root */
  constructor(origin: string) {
    this.http = new HttpClient(origin);
  }

  /** Opens a page; an absolute URL, such as in mails, is opened on the service under test. */
  async open(address: string, options: RequestOptions = {}): Promise<VisitedPage> {
    const path = /^https?:/.test(address) ? address.replace(/^https?:\/\/[^/]+/, '') : address;
    const { status, headers, text } = await this.http.get(path, options);
    return new VisitedPage(this, path, status, headers, text);
  }

  /** Sends a form body unchanged. */
  async send(
    path: string,
    fields: Record<string, string>,
    { headers }: RequestOptions = {},
  ): Promise<VisitedPage> {
    const answer = await this.http.post(path, new URLSearchParams(fields).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...FROM_OUR_PAGE, ...headers },
    });
    return new VisitedPage(this, path, answer.status, answer.headers, answer.text);
  }
}

/** The fields that a browser sends; an unticked box is not sent. */
function sentBy(fields: Record<string, Attributes>): Record<string, string> {
  const sent = Object.entries(fields).filter(
    ([, { type, checked }]) => type !== 'checkbox' || checked === '',
  );
  return Object.fromEntries(sent.map(([name, { value }]) => [name, value ?? '']));
}

const fieldsOf = (form: string): Record<string, Attributes> =>
  Object.fromEntries(
    [...elements(form, 'input'), ...selects(form), ...textAreas(form)].map((input) => [input.name, input]),
  );

/** The choices of a form, with the value of the selected option or else of the first one. */
function selects(form: string): Attributes[] {
  return (form.match(/<select\b[\s\S]*?<\/select>/g) ?? []).map((select) => {
    const options = elements(select, 'option');
    const selected = options.find((option) => 'selected' in option) ?? options[0];
    return { ...elements(select, 'select')[0], value: selected?.value ?? '' };
  });
}

/** The texts of several lines in a form, with their value as it is sent. */
function textAreas(form: string): Attributes[] {
  return [...form.matchAll(/<textarea\b[^>]*>\n?([\s\S]*?)<\/textarea>/g)].map(([area, value]) => ({
    ...elements(area, 'textarea')[0],
    value: unescaped(value),
  }));
}

/** The result of a request: a page or a redirect. */
export class VisitedPage {
  constructor(
    private readonly pages: Pages,
    readonly path: string,
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly html: string,
  ) {
    if (this.isPage) this.check();
  }

  /** False for a redirect, and for any answer that is not a hosted page. */
  get isPage(): boolean {
    return this.headers['content-type'] === 'text/html; charset=utf-8';
  }

  get title(): string {
    return texts(this.html, 'title')[0];
  }

  get heading(): string {
    return texts(this.html, 'h1')[0];
  }

  /** The text of the page below its heading. */
  get text(): string {
    return texts(this.html, 'main')[0].slice(this.heading.length).trim();
  }

  /** The sentences of the error summary; empty without one. */
  get problems(): string[] {
    const [summary] = /<div class="problems"[\s\S]*?<\/div>/.exec(this.html) ?? [];
    return summary === undefined ? [] : texts(summary, 'li');
  }

  /** The fields of the first form by name, including hidden ones. */
  get fields(): Record<string, Attributes> {
    return fieldsOf(this.forms[0] ?? '');
  }

  /** The submit buttons of all forms, without the one that shows passwords. */
  get buttons(): string[] {
    return this.buttonTexts(({ name }) => name !== PASSWORDS);
  }

  /** The button that shows or hides passwords; undefined on a page without a password field. */
  get passwordsButton(): string | undefined {
    return this.buttonTexts(({ name }) => name === PASSWORDS)[0];
  }

  private get forms(): string[] {
    return this.html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  }

  /** The targets of the links, by their text. */
  get links(): Record<string, string> {
    const labels = texts(this.html, 'a');
    return Object.fromEntries(elements(this.html, 'a').map(({ href }, index) => [labels[index], href]));
  }

  /** The target of a redirect; null for a page. */
  get location(): string | null {
    return this.headers.location ?? null;
  }

  /** Fills in the first form and sends it; throws for a field that the page does not have. */
  submit(values: Record<string, string> = {}, options: RequestOptions = {}): Promise<VisitedPage> {
    return this.sendForm(this.forms[0], values, options);
  }

  /** Sends the form with this button, unchanged. */
  press(button: string): Promise<VisitedPage> {
    return this.send(button, {});
  }

  /** Fills in the form with this button, and sends it. */
  send(button: string, values: Record<string, string>): Promise<VisitedPage> {
    return this.sendForm(
      this.forms.find((form) => texts(form, 'button')[0] === button),
      values,
      {},
    );
  }

  private sendForm(
    form: string | undefined,
    values: Record<string, string>,
    options: RequestOptions,
  ): Promise<VisitedPage> {
    if (form === undefined) throw new Error(`no form to send on "${this.heading}" (${this.status})`);
    const fields = fieldsOf(form);
    const missing = Object.keys(values).filter((name) => !(name in fields));
    if (missing.length > 0) throw new Error(`no field ${missing.join(', ')} on "${this.heading}"`);
    const [{ action = this.path }] = elements(form, 'form');
    return this.pages.send(action, { ...sentBy(fields), ...values }, options);
  }

  /** Fills in the form and presses the button that shows or hides its passwords. */
  togglePasswords(values: Record<string, string> = {}): Promise<VisitedPage> {
    const [button] = elements(this.html, 'button').filter(({ name }) => name === PASSWORDS);
    return this.pages.send(this.path, { ...sentBy(this.fields), ...values, [PASSWORDS]: button.value });
  }

  /** Follows a redirect within the service. */
  follow(): Promise<VisitedPage> {
    if (this.status !== 303 || !this.location?.startsWith('/')) {
      throw new Error(
        `no redirect of ours: ${this.status} ${this.location}, ${this.isPage ? this.html : ''}`,
      );
    }
    return this.pages.open(this.location);
  }

  /** The labels of the visible buttons that match. */
  private buttonTexts(fits: (button: Attributes) => boolean): string[] {
    const labels = texts(this.html, 'button');
    return elements(this.html, 'button').flatMap((button, index) =>
      button['aria-hidden'] === undefined && fits(button) ? [labels[index]] : [],
    );
  }

  private check(): void {
    // The countdown of a presale has the only script, which its policy allows by its hash.
    const own = /\/links\/\d+\/code$/.test(this.path) ? scriptOf(this.html) : null;
    const faults = accessibilityFaults(own ? this.html.replace(own.element, '') : this.html);
    const policy = String(this.headers['content-security-policy']);
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      if (!policy.split('; ').includes(part)) faults.push(`policy without ${part}: ${policy}`);
    }
    if (/unsafe|\*|sandbox|script/.test(policy.replace(own?.source ?? '', '')))
      faults.push(`policy too weak or too strong: ${policy}`);
    if (this.headers['cache-control'] !== 'no-store') faults.push('may be cached');
    if (this.headers['referrer-policy'] !== 'no-referrer') faults.push('tells where it was');
    if (this.headers['x-content-type-options'] !== 'nosniff') faults.push('may be sniffed at');
    if (faults.length > 0) throw new Error(`${this.path}: ${faults.join('\n')}\n${this.html}`);
  }
}

/** The script of a page, and the source expression that allows it. Null: it has none. */
function scriptOf(html: string): { readonly element: string; readonly source: string } | null {
  const [element, text] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  return element === undefined ? null : { element, source: `script-src ${hashSource(text)}` };
}
