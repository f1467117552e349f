import type { Clock } from '#libs/clock';
import { HttpClient } from '#libs/testing';
import { PASSWORD } from '#samples';
import type { Role } from '../../src/platform/staff/permissions';
import type { Staff } from '../../src/platform/staff/people/staff.entity';
import { codeAt } from '../../src/platform/staff/login/authenticator.samples';
import type { TestApp } from './start-test-app';

/** An answer to staff; see `Json` of ./api. */
export interface StaffAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  /** Undefined without a body. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A browser with the app for staff. */
export class StaffClient {
  private readonly client: HttpClient;

  /** @param headers of every request */
  constructor(
    private readonly t: {
      readonly origin: string;
      readonly clock: Clock;
      readonly config: { readonly publicUrl: string };
    },
    headers: Record<string, string> = {},
  ) {
    this.client = new HttpClient(`${t.origin}/staff/api`, { origin: t.config.publicUrl, ...headers });
  }

  get cookies(): HttpClient['cookies'] {
    return this.client.cookies;
  }

  get(path: string): Promise<StaffAnswer> {
    return this.send('GET', path);
  }

  /** The text of a download. */
  async text(path: string): Promise<string> {
    return (await this.client.request('GET', path)).text;
  }

  /** The text of a download that a POST sends. */
  async download(path: string): Promise<string> {
    return (await this.client.request('POST', path, { body: {} })).text;
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<StaffAnswer> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body: object, ifMatch?: string): Promise<StaffAnswer> {
    return this.send('PATCH', path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
  }

  delete(path: string, body: object = {}): Promise<StaffAnswer> {
    return this.send('DELETE', path, body);
  }

  async send(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<StaffAnswer> {
    const { status, headers: received, text } = await this.client.request(method, path, { body, headers });
    const isJson = /json/.test(String(received['content-type']));
    return { status, headers: received, body: isJson ? (JSON.parse(text) as unknown) : undefined };
  }

  /** Logs in with the tests' password and authenticator app. */
  async logIn({ email }: Pick<Staff, 'email'>): Promise<this> {
    const first = await this.post('/session/password', { email, password: PASSWORD });
    const token = (first.body as { token: string }).token;
    const second = await this.post('/session/second-factor', { token, code: codeAt(this.t.clock.now()) });
    if (second.status !== 204) throw new Error(`log-in failed: ${JSON.stringify([first.body, second.body])}`);
    return this;
  }
}

export { codeAt };

/** A person with a role in the test's fan club, logged in. */
export async function staffOf(t: TestApp, role: Role = 'owner'): Promise<StaffClient & { person: Staff }> {
  const person = await t.given.staff();
  await t.given.staffRole({ staffId: person.id, role });
  return Object.assign(await new StaffClient(t).logIn(person), { person });
}
