import { Agent } from 'node:http';
import { Sealer } from '#libs/sealed';
import { HttpClient } from '#libs/testing';
import { type Club, Given, type StaffInput } from '#samples';
import { Files } from '../../src/platform/files';
import type { TestApp } from '../support/start-test-app';
import { STAFF_BASE, type StaffRoute } from './staff-routes';

/** Makers number their rows; those of a test begin after all rows of the world. */
const FIRST_NUMBER = 10_000;

/** Who sends a request. */
export interface StaffSender {
  /** Whom requests name as their sender: the person, or the owner if the sender has no live session. */
  readonly person: { readonly id: number; readonly email: string };
  /** The key of a program, which sends no Origin. */
  readonly bearer?: string;
  /** The value of that person's live session. */
  readonly live: string;
  /** The Cookie header; null: none. */
  readonly cookie: string | null;
}

/** An answer to staff. */
export interface StaffReply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** The Cookie header with a session of staff. */
export const staffCookie = (session: string): string => `__Secure-fanclub_staff=${session}`;

/** A sender with a live session. */
export const senderWith = (person: StaffSender['person'], session: string): StaffSender => ({
  person,
  live: session,
  cookie: staffCookie(session),
});

/** Sends the samples of the routes for staff. */
export class StaffCaller {
  readonly given: Given;
  private readonly agent = new Agent({ keepAlive: true });
  private count = 0;

  constructor(private readonly t: TestApp) {
    this.given = new Given(t.db, t.clock);
    for (let n = 0; n < FIRST_NUMBER; n += 1) this.given.seed();
  }

  /** Closes the connections to the service. */
  stop(): void {
    this.agent.destroy();
  }

  /** The sample's request about rows of a fan club. */
  async inputOf({ sample }: StaffRoute, club: Club, { person, live }: StaffSender): Promise<StaffInput> {
    const { id, organization: organizationId, key } = club;
    this.given.tenant = Promise.resolve({ id, organizationId, key });
    this.count += 1;
    const { given, count: n } = this;
    const post = async (path: string, body: object): Promise<unknown> => {
      const answer = await this.request('POST', path, { cookie: staffCookie(live) }, body);
      if (answer.status >= 300) throw new Error(`POST ${path} before a request failed: ${answer.text}`);
      return answer.text === '' ? null : (JSON.parse(answer.text) as unknown);
    };
    const origin = this.t.config.publicUrl;
    const seal = (secret: string): string => this.t.app.get(Sealer).seal(secret);
    const store = (content: string) => this.t.app.get(Files).add(club.id, { bytes: () => bytesOf(content) });
    const scene = { club, given, n, now: this.t.clock.now(), person, origin, post, seal, store };
    return (await sample.request?.(scene)) ?? {};
  }

  /** Sends an input to a route. The path names this fan club or its organization. */
  async send(
    route: StaffRoute,
    club: Club,
    sender: Pick<StaffSender, 'cookie' | 'bearer'>,
    input: StaffInput,
  ): Promise<StaffReply> {
    const { query = {}, body, csv, file, headers = {} } = await this.versioned(route, club, input);
    const path = pathOf(route, club, input);
    const own = {
      ...(sender.cookie !== null && { cookie: sender.cookie }),
      ...(sender.bearer !== undefined && { authorization: `Bearer ${sender.bearer}` }),
      ...(csv !== undefined && { 'content-type': 'text/csv' }),
      ...(file !== undefined && { 'content-type': 'application/octet-stream' }),
    };
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const address = search.length > 0 ? `${path}?${search.join('&')}` : path;
    const payload = route.method === 'GET' ? undefined : (csv ?? file ?? body ?? {});
    return this.request(route.method, address, { ...own, ...headers }, payload);
  }

  /** The input with the header that `ifMatch` stands for. */
  async versioned(route: StaffRoute, club: Club, input: StaffInput): Promise<StaffInput> {
    if (input.ifMatch !== true) return input;
    const etag = await this.versionOf(pathOf(route, club, input), club);
    return { ...input, ifMatch: false, headers: { ...input.headers, 'if-match': etag } };
  }

  /** The ETag of a path, as the owner reads it; a text that matches nothing if there is none. */
  private async versionOf(path: string, { owner }: Club): Promise<string> {
    const { headers } = await this.request('GET', path, { cookie: staffCookie(owner.session) });
    return typeof headers.etag === 'string' ? headers.etag : '"none"';
  }

  private async request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object | string,
  ): Promise<StaffReply> {
    const own = headers.authorization === undefined ? { origin: this.t.config.publicUrl } : {};
    const client = new HttpClient(this.t.origin, own, this.agent);
    return client.request(method, `${STAFF_BASE}${path}`, { headers, body }).catch((cause: Error) => {
      throw new Error(`${method} ${path}: ${cause.message}`, { cause });
    });
  }
}

async function* bytesOf(content: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(content));
}

function pathOf({ path }: StaffRoute, club: Club, { params }: StaffInput): string {
  const values: Record<string, unknown> = {
    fanclubId: club.id,
    organizationId: club.organization,
    ...params,
  };
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
