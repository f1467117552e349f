import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SealBroken, Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { PageAddresses } from './page-addresses';

/** Seconds for which a browser keeps an entered code. */
const LIFETIME = 3600;

/**
 * The gift code or coupon that a visitor has entered, in a cookie, so that it outlasts signing up and logging in, and no address
 * contains it. It is sealed: nobody can guess codes with cookies, which no limit counts.
 */
@Injectable()
export class EnteredCodes {
  private readonly secure: boolean;

  constructor(
    private readonly addresses: PageAddresses,
    private readonly sealer: Sealer,
    { publicUrl, session }: Config,
  ) {
    this.secure = publicUrl.startsWith('https:') || session.cookieMode === 'cross-site';
  }

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
    reply.setCookie(nameOf(id), sealed, { ...this.place(id), maxAge: LIFETIME });
  }

  clear(reply: FastifyReply, { id }: FanclubInfo): void {
    reply.clearCookie(nameOf(id), this.place(id));
  }

  private place(fanclubId: number) {
    const path = this.addresses.root(fanclubId);
    return { path, httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }
}

const nameOf = (fanclubId: number): string => `fanclub_code_${fanclubId}`;
