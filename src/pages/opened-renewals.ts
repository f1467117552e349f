import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FanclubInfo, Viewer } from '#platform/access';
import { LinkExpired } from '#platform/tokens';
import type { OrderVisitor } from '#domains/payments';
import { type LinkedRenewal, RenewalLinksService } from '#domains/renewals';
import { PageAddresses } from './page-addresses';

/** Seconds for which a browser keeps an opened renewal: longer than a payment page lives. */
const LIFETIME = 3600;

/**
 * The renewal that a browser has opened by a mailed link. The token is in a cookie, so that no address of our pages and of payment
 * pages contains it, and payment pages lead back to the renewal.
 */
@Injectable()
export class OpenedRenewals {
  constructor(
    private readonly links: RenewalLinksService,
    private readonly addresses: PageAddresses,
  ) {}

  keep(reply: FastifyReply, { id }: FanclubInfo, token: string): void {
    reply.setCookie(nameOf(id), token, { ...this.addresses.cookie(id), maxAge: LIFETIME });
  }

  /** Clears the cookie, if the browser has it. */
  clear(reply: FastifyReply, { id }: FanclubInfo): void {
    const name = nameOf(id);
    if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, this.addresses.cookie(id));
  }

  /** Null: none was opened, or its link is no longer valid. */
  async find(request: FastifyRequest, fanclub: FanclubInfo): Promise<LinkedRenewal | null> {
    const token = request.cookies[nameOf(fanclub.id)];
    if (token === undefined) return null;
    try {
      return await this.links.find(fanclub, token);
    } catch (error) {
      if (error instanceof LinkExpired) return null;
      throw error;
    }
  }

  /** Who opens an order: the viewer, or the member whose opened renewal it pays. */
  async visitorOf(viewer: Viewer, request: FastifyRequest, orderId: number): Promise<OrderVisitor> {
    const opened = await this.find(request, viewer.fanclub);
    if (opened?.renewal.orderId !== orderId) return viewer;
    return { fanclub: viewer.fanclub, visit: { customer: opened.customer } };
  }
}

const nameOf = (fanclubId: number): string => `fanclub_renewal_${fanclubId}`;
