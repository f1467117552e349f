import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '#samples';
import type { Benefit } from '#domains/benefits/benefit.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Pages } from '../pages';
import { type StaffAnswer, type StaffClient, staffOf } from '../staff-client';
import type { TestApp } from '../start-test-app';

/** A member who is logged in on the hosted pages. */
export interface ContentMember {
  readonly pages: Pages;
  readonly id: number;
  /** Null: without a membership. */
  readonly subscription: number | null;
}

/** A fan club with a plan, a benefit of the plan, and a person who keeps its content. */
export class ContentWorld {
  private constructor(
    private readonly t: TestApp,
    readonly plan: Plan,
    readonly benefit: Benefit,
    readonly kim: StaffClient,
  ) {}

  static async make(t: TestApp): Promise<ContentWorld> {
    const plan = await t.given.plan({ name: 'Gold' });
    const benefit = await t.given.benefit({ plans: [plan], summary: 'Demos' });
    return new ContentWorld(t, plan, benefit, await staffOf(t, 'manager'));
  }

  /** The path of the hosted pages. */
  get root(): string {
    return `/fanclubs/${this.benefit.fanclubId}`;
  }

  /** A path below `/staff/api`. */
  path(rest: string): string {
    return `/fanclubs/${this.benefit.fanclubId}/${rest}`;
  }

  /** Uploads a file, by default as a new one of the benefit. */
  upload(
    name: string,
    content: string,
    to = this.path(`benefits/${this.benefit.id}/files`),
    ifMatch?: string,
  ): Promise<StaffAnswer> {
    const headers = {
      'content-type': 'application/octet-stream',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    return this.kim.send('POST', `${to}?name=${encodeURIComponent(name)}`, content, headers);
  }

  async member(plan: Plan | null = this.plan): Promise<ContentMember> {
    const customer = await this.t.given.customer({ fanclubId: this.benefit.fanclubId });
    const subscription = plan && (await this.t.given.subscription({ customer, plan })).id;
    const pages = new Pages(this.t.origin);
    await (await pages.open(`${this.root}/login`)).submit({ email: customer.email!, password: PASSWORD });
    return { pages, id: customer.id, subscription };
  }

  /** The signed address to which the link of a file leads. */
  async addressOf({ pages }: ContentMember, item: number): Promise<string> {
    const { status, headers } = await pages.http.get(`${this.root}/membership/content/${item}`);
    if (status !== 303) throw new Error(`no address: ${status}`);
    return headers.location!;
  }

  /** The paths of all stored files and of uploads that arrive, below the folder of files. */
  get stored(): string[] {
    const { folder } = this.t.config.files;
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/'))
      : [];
  }

  /** The bytes of a stored file's path. */
  pathOf(stored: string): string {
    return join(this.t.config.files.folder, stored);
  }

  /** Uploads a file without announcing its size. @returns the status */
  uploadInChunks(name: string, content: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = this.send(name, {});
      sent.on('response', ({ statusCode }) => resolve(statusCode));
      // The service closes the connection while the rest is being sent.
      sent.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || reject(error));
      sent.end(content);
    });
  }

  /**
   * Begins an upload that announces more bytes than it sends, and breaks the connection once the service has received some.
   * @param seen resolves when the service has received some
   */
  async breakUpload(name: string, content: string, seen: () => Promise<void>): Promise<void> {
    const sent = this.send(name, { 'content-length': content.length * 2 });
    sent.on('error', () => undefined);
    sent.write(content);
    await seen();
    sent.destroy();
  }

  /** Sends a whole upload, and closes the connection before it is answered. @param seen resolves when it may be closed */
  async leaveUpload(name: string, content: string, seen: () => Promise<void>): Promise<void> {
    const sent = this.send(name, {});
    const closed = new Promise<void>((resolve) => sent.on('close', () => resolve()));
    sent.on('error', () => undefined);
    sent.end(content);
    await seen();
    sent.destroy();
    await closed;
  }

  private send(name: string, headers: OutgoingHttpHeaders): ClientRequest {
    const address = new URL(`${this.t.origin}/staff/api${this.path(`benefits/${this.benefit.id}/files`)}`);
    address.searchParams.set('name', name);
    return request(address, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        origin: this.t.config.publicUrl,
        cookie: this.kim.cookies.header() ?? '',
      },
    });
  }
}
