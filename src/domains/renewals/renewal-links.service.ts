import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { Sql } from '#platform/database';
import { ClubHosts, hostedLink } from '#platform/tenants';
import { digestOf, LinkExpired, SealedLinks } from '#platform/tokens';
import { readBuyer } from '#domains/fulfilment';
import { OWNER_OF_LINK } from './renewal-links.queries';
import { type OwnRenewal, RENEWAL_OF_CUSTOMER } from './renewals.queries';

/** A renewal that the bearer of a mailed link sees and changes. */
export interface LinkedRenewal {
  readonly renewal: OwnRenewal;
  readonly customer: ViewerCustomer;
}

/**
 * The links of mails about a renewal, which open it without a log-in. A link is valid until the renewal is done or its membership is
 * over, while the customer has the address that it was mailed to.
 */
@Injectable()
export class RenewalLinksService {
  constructor(
    private readonly sql: Sql,
    private readonly links: SealedLinks,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** @param email the address that the link is mailed to */
  linkOf({ id: fanclub }: Pick<FanclubInfo, 'id'>, renewal: number, email: string): string {
    const token = this.links.seal('renewal', fanclub, [renewal, digestOf(email)]);
    return hostedLink(this.hosts.addressOf(fanclub), 'renewal', token);
  }

  /** @throws LinkExpired also if the customer has a newer renewal, or another membership now */
  async find({ id: fanclub }: Pick<FanclubInfo, 'id'>, token: string): Promise<LinkedRenewal> {
    const [id, digest] = this.links.open('renewal', fanclub, token) ?? [];
    if (id === undefined) throw new LinkExpired();
    const now = this.clock.now();
    const owner = await this.sql.first(OWNER_OF_LINK, { fanclub, renewal: Number(id), now });
    if (!owner?.email || digestOf(owner.email) !== digest) throw new LinkExpired();
    const renewal = await this.sql.first(RENEWAL_OF_CUSTOMER, { fanclub, customer: owner.customerId });
    if (renewal?.id !== Number(id)) throw new LinkExpired();
    const customer = await readBuyer(this.sql, fanclub, owner.customerId, now);
    // A paid renewal may begin at once. Its page says so until the job has stored that it is done.
    if (!renewal.isRenewed && customer.membership?.subscriptionId !== renewal.subscriptionId)
      throw new LinkExpired();
    return { renewal, customer };
  }
}
