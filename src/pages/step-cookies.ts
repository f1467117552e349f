import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FanclubInfo } from '#platform/access';
import type { Departure, Identity, SealedSteps } from '#domains/sign-in';
import type { PageAddresses } from './page-addresses';

/** The sealed cookies of a log-in with another account. They bind its steps to the browser. */
export class StepCookies {
  constructor(
    private readonly steps: SealedSteps,
    private readonly addresses: PageAddresses,
  ) {}

  depart(reply: FastifyReply, { id }: FanclubInfo, departure: Departure): void {
    const { value, maxAge } = this.steps.seal('departure', id, departure);
    reply.setCookie(departureOf(id), value, { ...this.addresses.cookie(id), maxAge });
  }

  departure(request: FastifyRequest, { id }: FanclubInfo): Departure | null {
    return this.steps.open('departure', id, request.cookies[departureOf(id)]);
  }

  identify(reply: FastifyReply, { id }: FanclubInfo, identity: Identity): void {
    const { value, maxAge } = this.steps.seal('identity', id, identity);
    reply.setCookie(identityOf(id), value, { ...this.addresses.cookie(id), maxAge });
  }

  identity(request: FastifyRequest, { id }: FanclubInfo): Identity | null {
    return this.steps.open('identity', id, request.cookies[identityOf(id)]);
  }

  /** Clears what the browser has of them. */
  clear(reply: FastifyReply, { id }: FanclubInfo): void {
    clearSteps(reply, id, this.addresses);
  }
}

/** Clears the steps that a browser has: also with a log-in and a log-out, because the next person is another one. */
export function clearSteps(reply: FastifyReply, fanclubId: number, addresses: PageAddresses): void {
  for (const name of [departureOf(fanclubId), identityOf(fanclubId)])
    if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, addresses.cookie(fanclubId));
}

const departureOf = (fanclubId: number): string => `fanclub_sign_in_${fanclubId}`;
const identityOf = (fanclubId: number): string => `fanclub_identity_${fanclubId}`;
