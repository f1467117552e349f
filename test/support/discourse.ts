import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
}

const NOT_FOUND: Answer = {
  status: 404,
  body: { errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' },
};
const FORBIDDEN: Answer = {
  status: 403,
  body: { errors: ['You are not permitted to view the requested resource.'], error_type: 'invalid_access' },
};
const refused = (status: number, error: string): Answer => ({ status, body: { errors: [error] } });

/** A request that the forum got. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

type Instead = Answer | 'never' | null;

/** An imitation of the part of Discourse's API that the service uses, on this machine. */
export class Discourse {
  /** The numbers of the accounts by their external ids: of DiscourseConnect (`7`), of the OpenID plugin (`oidc/7`). */
  readonly accounts = new Map<string, number>();
  /** The numbers of the accounts in each group, by its name. Its number is its place, from 41. */
  readonly groups = new Map<string, Set<number>>();
  /** The groups that Discourse fills by itself. */
  readonly automatic = new Set<string>();
  readonly asked: Asked[] = [];
  /** Answers instead of the forum. Null: the forum answers; `'never'`: nobody does. */
  instead: ((asked: Asked) => Instead | Promise<Instead>) | null = null;
  private readonly server: Server;

  private constructor(readonly apiKey: string) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** @param port of a forum that was stopped; by default a free one */
  static async start(apiKey: string, port = 0): Promise<Discourse> {
    const forum = new Discourse(apiKey);
    await new Promise<void>((resolve) => forum.server.listen(port, '127.0.0.1', resolve));
    return forum;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds an account, and returns its number. */
  account(externalId: string): number {
    const id = 100 + this.accounts.size;
    this.accounts.set(externalId, id);
    return id;
  }

  /** Adds a group. */
  group(name: string, ...users: number[]): Set<number> {
    const members = new Set(users);
    this.groups.set(name, members);
    return members;
  }

  numberOf(name: string): number {
    return 41 + [...this.groups.keys()].indexOf(name);
  }

  /** The members of a group in order. */
  in(name: string): number[] {
    return [...this.groups.get(name)!].sort((one, other) => one - other);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = { method: request.method!, path: request.url!, body: await text(request) };
    this.asked.push(asked);
    const answer = (await this.instead?.(asked)) ?? this.answer(asked, request.headers);
    if (answer === 'never') return;
    const { status, body = {}, headers = {} } = answer;
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : JSON.stringify(body));
  }

  private answer({ method, path, body }: Asked, headers: IncomingMessage['headers']): Answer {
    if (headers['api-key'] !== this.apiKey || headers['api-username'] === undefined) return FORBIDDEN;
    const { pathname, searchParams } = new URL(path, this.url);
    const external = /^\/u\/by-external\/(.+)\.json$/.exec(pathname)?.[1];
    if (external !== undefined) return this.shownAccount(external);
    const [, name, isMembers] = /^\/groups\/([^/]+?)(\/members)?\.json$/.exec(pathname) ?? [];
    if (name === undefined) return NOT_FOUND;
    if (method !== 'GET') return this.change(method, Number(name), JSON.parse(body) as { user_ids: string });
    const users = this.groups.get(decodeURIComponent(name));
    if (!users) return NOT_FOUND;
    if (isMembers === undefined)
      return {
        status: 200,
        body: { group: { id: this.numberOf(name), name, automatic: this.automatic.has(name) } },
      };
    const [limit, offset] = ['limit', 'offset'].map((one) => Number(searchParams.get(one)));
    const page = [...users].slice(offset, offset + limit);
    const meta = { total: users.size, limit, offset };
    return { status: 200, body: { members: page.map((id) => ({ id })), owners: [], meta } };
  }

  private shownAccount(externalId: string): Answer {
    const id = this.accounts.get(externalId);
    if (id === undefined) return NOT_FOUND;
    const groups = [...this.groups.keys()].filter((name) => this.groups.get(name)!.has(id));
    const shown = groups.map((name) => ({ id: this.numberOf(name), name }));
    return { status: 200, body: { user: { id, username: `user${id}`, groups: [{ id: 10 }, ...shown] } } };
  }

  private change(method: string, group: number, { user_ids: ids }: { user_ids: string }): Answer {
    const members = [...this.groups.values()].at(group - 41);
    if (group < 41 || !members) return NOT_FOUND;
    const known = [...this.accounts.values()];
    const users = ids
      .split(',')
      .map(Number)
      .filter((id) => known.includes(id));
    if (users.length === 0) return refused(400, 'You supplied invalid parameters to the request: user_ids');
    if (method === 'PUT' && users.every((id) => members.has(id)))
      return refused(422, 'is already a member of this group.');
    for (const id of users)
      if (method === 'PUT') members.add(id);
      else members.delete(id);
    return { status: 200, body: { success: 'OK' } };
  }
}
