import { Injectable } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { AddressRefused, type PublicFetch, publicFetch } from '#libs/public-fetch';
import { Receivers } from '#platform/webhooks';
import { ForumFailure } from './forum-failure';
import type { Forum } from './forum.entity';

/** Milliseconds for a request, from the resolution of the name to the end of the answer. */
const TIME_LIMIT = 10_000;
/** A page of members with long texts has less. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Members on a page. Discourse allows 1,000. */
export const PAGE = 500;
/** Seconds to wait if a forum asks for that and does not say how long, and the most that it may ask for. */
const WAIT = 60;
const LONGEST_WAIT = 3_600;

/** How a forum is reached. */
export type ForumAccess = Pick<Forum, 'url' | 'username' | 'apiKeySealed' | 'applicationId'>;

/** An account at a forum. */
export interface ForumAccount {
  readonly id: number;
  /** The numbers of its groups. */
  readonly groups: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Opens the API of forums (https://docs.discourse.org). */
@Injectable()
export class DiscourseClient {
  private readonly send: PublicFetch;

  constructor(
    private readonly sealer: Sealer,
    { resolve, allowsLoopback }: Receivers,
  ) {
    this.send = publicFetch({ allowsLoopback, resolve, timeout: TIME_LIMIT, maxBytes: MAX_BYTES });
  }

  /** @throws ForumFailure if no key opens the API key */
  of(forum: ForumAccess, signal: AbortSignal): DiscourseApi {
    try {
      return new DiscourseApi(this.send, forum, this.sealer.open(forum.apiKeySealed), signal);
    } catch {
      throw new ForumFailure('unreadable_key');
    }
  }
}

/** The requests to one forum. Each throws `ForumFailure`, and an error if the signal is aborted. */
export class DiscourseApi {
  constructor(
    private readonly send: PublicFetch,
    private readonly forum: ForumAccess,
    private readonly apiKey: string,
    private readonly signal: AbortSignal,
  ) {}

  /** The account of a member, by the external id of our provider, never by an address. Null: none. */
  async account(customer: number): Promise<ForumAccount | null> {
    const provider = this.forum.applicationId === null ? '' : 'oidc/';
    const body = await this.found('GET', `/u/by-external/${provider}${customer}.json`);
    if (body === null) return null;
    const { id, groups } = objectIn(body, 'user');
    if (!isNumber(id) || !Array.isArray(groups)) throw new ForumFailure('not_discourse');
    return { id, groups: idsIn(groups) };
  }

  /** A group by its name. Null: none. */
  async group(name: string): Promise<{ readonly id: number; readonly isAutomatic: boolean } | null> {
    const body = await this.found('GET', `/groups/${encodeURIComponent(name)}.json`);
    if (body === null) return null;
    const { id, automatic } = objectIn(body, 'group');
    if (!isNumber(id)) throw new ForumFailure('not_discourse');
    return { id, isAutomatic: automatic === true };
  }

  /** A page of the numbers of a group's accounts. `total`: of all pages. Null: no group has the name. */
  async members(name: string, offset: number): Promise<{ users: number[]; total: number } | null> {
    const path = `/groups/${encodeURIComponent(name)}/members.json?limit=${PAGE}&offset=${offset}`;
    const body = await this.found('GET', path);
    if (body === null) return null;
    const { members, owners = [] } = body;
    const { total } = objectIn(body, 'meta');
    if (!Array.isArray(members) || !Array.isArray(owners) || !isNumber(total))
      throw new ForumFailure('not_discourse');
    return { users: [...idsIn(members), ...idsIn(owners)], total };
  }

  /** Adds accounts to a group, or removes them. `refused`: one of them cannot be; `no_group`: the group does not exist. */
  async change(
    method: 'PUT' | 'DELETE',
    group: number,
    users: readonly number[],
  ): Promise<'done' | 'refused' | 'no_group'> {
    const { status } = await this.request(method, `/groups/${group}/members.json`, {
      user_ids: users.join(','),
    });
    return status === 404 ? 'no_group' : status === 200 ? 'done' : 'refused';
  }

  /** Null: the forum knows nothing of this name or number. */
  private async found(method: string, path: string): Promise<Answer['body'] | null> {
    const { status, body } = await this.request(method, path);
    if (status === 404) return null;
    if (status !== 200) throw new ForumFailure('broken');
    return body;
  }

  private async request(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.fetched(method, path, body);
    const { status } = response;
    if (status === 429) throw new ForumFailure('busy', waitOf(response.headers.get('retry-after')));
    if (status === 401 || status === 403) throw new ForumFailure('forbidden');
    // A redirect leads to another address, which staff must enter.
    if (status >= 300 && status < 400) throw new ForumFailure('not_discourse');
    if (status >= 500) throw new ForumFailure('broken');
    const parsed = jsonIn(await response.text());
    // Any server answers 404. Only that of Discourse says that there is no such account.
    if (parsed === null || (status === 404 && parsed.error_type !== 'not_found'))
      throw new ForumFailure('not_discourse');
    return { status, body: parsed };
  }

  private async fetched(method: string, path: string, body?: object): Promise<Response> {
    const { url, username } = this.forum;
    const headers = {
      accept: 'application/json',
      'user-agent': 'fanclub-forums',
      'api-key': this.apiKey,
      'api-username': username,
      ...(body && { 'content-type': 'application/json' }),
    };
    try {
      return await this.send(`${url}${path}`, {
        method,
        headers,
        signal: this.signal,
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof AddressRefused) throw new ForumFailure(error.reason);
      throw new ForumFailure((error as Error).name === 'TimeoutError' ? 'timeout' : 'connection');
    }
  }
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idsIn = (rows: readonly unknown[]): number[] =>
  rows.map((row) => (isObject(row) ? row.id : null)).filter(isNumber);

function objectIn(body: Answer['body'], name: string): Readonly<Record<string, unknown>> {
  const found = body[name];
  if (!isObject(found)) throw new ForumFailure('not_discourse');
  return found;
}

function jsonIn(text: string): Answer['body'] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param header `Retry-After`, in seconds */
function waitOf(header: string | null): number {
  const seconds = Math.ceil(Number(header ?? WAIT));
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : WAIT;
}
