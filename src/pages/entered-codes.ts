import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SealBroken, Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { PageAddresses } from './page-addresses';

/** Seconds for which a browser keeps an entered code. */
const LIFETIME = 3600;

/**
 * The gift code or coupon that a visitor has entered, in a cookie, so that it outlasts signing up and logging in, and no address
 * contains it. It is sealed: nobody can guess codes with cookies, which no limit counts.
 */
@Injectable()
export class EnteredCodes {
  constructor(
    private readonly addresses: PageAddresses,
    private readonly sealer: Sealer,
  ) {}

  /** Null: none was entered. */
  read(request: FastifyRequest, { id }: FanclubInfo): string | null {
    const sealed = request.cookies[nameOf(id)];
    if (sealed === undefined) return null;
    try {
      const [club, code] = this.sealer.open(sealed).split(' ');
      return club === String(id) ? code : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }

  keep(reply: FastifyReply, { id }: FanclubInfo, code: string): void {
    const sealed = this.sealer.seal(`${id} ${code}`);
    reply.setCookie(nameOf(id), sealed, { ...this.addresses.cookie(id), maxAge: LIFETIME });
  }

  clear(reply: FastifyReply, { id }: FanclubInfo): void {
    reply.clearCookie(nameOf(id), this.addresses.cookie(id));
  }
}

const nameOf = (fanclubId: number): string => `fanclub_code_${fanclubId}`;
