import type { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AdapterPayload, Provider } from 'oidc-provider';
import { Clock } from '#libs/clock';
import { KeyedDigest, Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config, isLoopback } from '#platform/config';
import { Sql } from '#platform/database';
import { ClubHosts, hostedIssuer } from '#platform/tenants';
import { ApplicationsLookup } from './applications-lookup';
import { Consents } from './consents';
import { logNotices } from './library-notices';
import { MemberClaims } from './member-claims';
import { providerSettings } from './provider-settings';
import { publicFetch, type PublicFetch } from '#libs/public-fetch';
import { refuseFormPost } from './refuse-form-post';
import { RecordAdapter } from './record-adapter';
import { reportWrongSecrets } from './report-wrong-secrets';
import { followLogIns } from './session-of-library';
import { SigningKeys } from './signing-keys';

type Library = typeof import('oidc-provider');

/** The most fan clubs whose provider is in memory; each takes about a megabyte. */
const MOST = 200;

/** The providers of fan clubs, made on first use. */
@Injectable()
export class OpenidProviders {
  private readonly log = new Logger('OpenID');
  private readonly made = new LRUCache<string, Promise<Provider>>({ max: MOST });
  private readonly cookieKeys: readonly string[];
  private readonly send: PublicFetch;
  private library: Promise<Library> | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly hosts: ClubHosts,
    private readonly keys: SigningKeys,
    private readonly claims: MemberClaims,
    private readonly applications: ApplicationsLookup,
    private readonly consents: Consents,
  ) {
    this.cookieKeys = config.session.keys.map((key) =>
      new KeyedDigest(Buffer.from(key), 'openid cookies').of('key').toString('base64url'),
    );
    const allowsLoopback = isLoopback(new URL(config.publicUrl).hostname);
    this.send = publicFetch({ allowsLoopback, timeout: 10_000, maxBytes: 1024, isCut: true });
  }

  issuer({ id }: Pick<FanclubInfo, 'id'>): string {
    return hostedIssuer(this.hosts.addressOf(id));
  }

  /**
   * The provider of a fan club. Another issuer or other signing keys make another one, so that a process that has heard of a change
   * works with it at once.
   */
  async of(fanclub: Pick<FanclubInfo, 'id'>): Promise<Provider> {
    const issuer = this.issuer(fanclub);
    const { version, keys } = await this.keys.current();
    const key = `${issuer} ${version}`;
    const known = this.made.get(key);
    if (known) return known;
    const making = this.make(fanclub.id, issuer, keys);
    this.made.set(key, making);
    making.catch(() => this.made.delete(key));
    return making;
  }

  private async make(
    fanclub: number,
    issuer: string,
    keys: Awaited<ReturnType<SigningKeys['current']>>['keys'],
  ): Promise<Provider> {
    const library = await (this.library ??= this.load());
    const { sql: db, clock, sealer, applications } = this;
    const { idleLifetime } = this.config.session;
    const usedTwice = () => new library.errors.InvalidGrant('already used');
    const noteLogIn = (code: AdapterPayload) => this.consents.noteLogIn(fanclub, code);
    const store = { fanclub, db, clock, sealer, applications, idleLifetime, usedTwice, noteLogIn };
    const provider = new library.Provider(
      issuer,
      providerSettings({
        fanclubId: fanclub,
        path: new URL(issuer).pathname,
        secure: issuer.startsWith('https:'),
        cookieKeys: this.cookieKeys,
        adapter: (model: string) => new RecordAdapter(store, model),
        jwks: { keys: [...keys] },
        findAccount: (_ctx, sub) => this.claims.account(fanclub, sub),
        loadExistingGrant: (ctx) => this.consents.grantFor(fanclub, ctx),
        interactions: {
          url: (_ctx, { uid }) => `${issuer.slice(0, -'oidc'.length)}allow/${uid}`,
        },
        // Nothing in the answers to log-outs matters.
        fetch: (input, init) => this.send(input instanceof Request ? input.url : input, init),
      }),
    );
    // The mount sets the headers of a proxy from the issuer.
    provider.proxy = true;
    followLogIns(provider);
    refuseFormPost(library, provider);
    reportWrongSecrets(provider);
    provider.on('server_error', (_ctx: unknown, error: Error) => this.logError(fanclub, error));
    // What fails after the library's own handler. Without a listener, the error is printed with its stack.
    (provider as EventEmitter).on('error', (error: Error) => this.logError(fanclub, error));
    return provider;
  }

  /** Loads the library on first use: most processes never need it, and it takes a while. */
  private load(): Promise<Library> {
    logNotices(console, (notice) => this.log.warn(notice));
    return import('oidc-provider');
  }

  private logError(fanclub: number, error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: 'unknown' };
    this.log.error(`request of fan club ${fanclub} failed: ${name}: ${message}`);
  }
}
