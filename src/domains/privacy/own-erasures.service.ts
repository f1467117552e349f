import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken } from '#libs/token';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { type ClubAsker, SecurityEvents } from '#platform/audit';
import { Sql } from '#platform/database';
import { LimitsService, mailboxOf } from '#platform/limits';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedLink } from '#platform/tenants';
import { LinkExpired, SealedLinks } from '#platform/tokens';
import { customers } from '#domains/accounts';
import { ErasuresService } from './erasures.service';
import { NobodyToErase } from './privacy.errors';
import { LINK_LIFETIME } from './privacy.mails';

/** Seconds in which a member can change their mind. */
const TO_RECONSIDER = 7 * 24 * 60 * 60;

/** A member whose erasure a mailed link is about. */
export interface LinkedMember {
  readonly customer: number;
  /** When the member is to be erased. Null: not confirmed. */
  readonly eraseAt: Date | null;
}

/** Erasures that members ask for: a mail with a link, seven days to change one's mind, then a job. */
@Injectable()
export class OwnErasuresService {
  constructor(
    private readonly sql: Sql,
    private readonly erasures: ErasuresService,
    private readonly links: SealedLinks,
    private readonly mails: Mails,
    private readonly limits: LimitsService,
    private readonly events: SecurityEvents,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** When the member is to be erased. Null: they did not ask, or changed their mind. */
  async eraseAt({ id: fanclub }: Pick<FanclubInfo, 'id'>, customer: number): Promise<Date | null> {
    return (await customers.erasureOf(this.sql, { fanclub, customer }))?.eraseAt ?? null;
  }

  /** Mails the link. Changes nothing else. @throws ErasureRefused, TooManyRequests, NobodyToErase */
  async request(viewer: LoggedInViewer): Promise<void> {
    const { fanclub, customer, source } = viewer;
    const key = { fanclub: fanclub.id, customer: customer.id };
    const found = await customers.erasureOf(this.sql, key);
    if (!found || found.email === null) throw new NobodyToErase();
    const { email, firstName } = found;
    await this.limits.count(viewer, { resetEmail: mailboxOf(email), resetNetwork: source.network });
    await this.sql.transaction(async (tx) => {
      await this.erasures.requireNone(tx, fanclub.id, customer.id);
      await this.events.record(tx, viewer, { action: 'erasure.requested' });
      const until = secondsAfter(this.clock.now(), LINK_LIFETIME).getTime();
      const token = this.links.seal('erase-account', fanclub.id, [customer.id, digestOf(email), until]);
      const link = hostedLink(this.hosts.addressOf(fanclub.id), 'erase-account', token);
      await this.mails.queue(tx, fanclub, { kind: 'erasure_requested', to: email, firstName, link });
    });
  }

  /**
   * The member of a mailed link. After its time it works only to change one's mind.
   * @throws LinkExpired, also if the address was changed since
   */
  async byLink({ id: fanclub }: Pick<FanclubInfo, 'id'>, token: string): Promise<LinkedMember> {
    const [customer = '', digest, until] = this.links.open('erase-account', fanclub, token) ?? [];
    const found = await customers.erasureOf(this.sql, { fanclub, customer: Number(customer) });
    const isOver = Number(until) < this.clock.now().getTime();
    if (!found?.email || digestOf(found.email) !== digest || (isOver && found.eraseAt === null))
      throw new LinkExpired();
    return { customer: Number(customer), eraseAt: found.eraseAt };
  }

  /** Confirms the erasure. Its time stays if it is confirmed already. @throws LinkExpired, ErasureRefused */
  async confirm(asker: ClubAsker, token: string): Promise<void> {
    const { customer, eraseAt } = await this.byLink(asker.fanclub, token);
    if (eraseAt) return;
    const key = { fanclub: asker.fanclub.id, customer };
    await this.sql.transaction(async (tx) => {
      await this.erasures.requireNone(tx, key.fanclub, customer);
      const now = this.clock.now();
      if (!(await customers.setEraseAt(tx, key, secondsAfter(now, TO_RECONSIDER), now)))
        throw new LinkExpired();
      const target = `customer:${customer}` as const;
      await this.events.record(tx, asker, { action: 'erasure.confirmed', target });
    });
  }

  /** The member changed their mind. @throws LinkExpired if they are erased already */
  async cancel(asker: ClubAsker, customer: number): Promise<void> {
    await this.sql.transaction(async (tx) => {
      const key = { fanclub: asker.fanclub.id, customer };
      if (!(await customers.setEraseAt(tx, key, null, this.clock.now()))) throw new LinkExpired();
      const target = `customer:${customer}` as const;
      await this.events.record(tx, asker, { action: 'erasure.cancelled', target });
    });
  }
}

/** Identifies an address: the token shows that it was mailed to it, and does not contain it. */
const digestOf = (email: string): string => hashToken(email).toString('base64url').slice(0, 12);
