import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutsideApi } from '#platform/access';
import { ClubHosts, hostOwnerOf } from '#platform/tenants';
import { HostProof } from './host-proof';

const NONCE = /^[\w-]{22,64}$/;

/** For the check of a host, and for proxies that get certificates when they are needed. Both answer from memory. */
@Controller()
@OutsideApi()
export class HostsController {
  constructor(
    private readonly hosts: ClubHosts,
    private readonly proof: HostProof,
  ) {}

  /** Shows that this installation serves the host of the request, to those who have the same key. */
  @Get('.well-known/fanclub')
  wellKnown(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('nonce') nonce: unknown,
  ): void {
    const owner = hostOwnerOf(request);
    const isAsked = typeof nonce === 'string' && NONCE.test(nonce);
    if (!isAsked || !('host' in owner)) return reply.callNotFound();
    void reply.header('cache-control', 'no-store').send({ proof: this.proof.of(owner.host, nonce) });
  }

  /** Whether a certificate may be requested for a host: 200 for those of fan clubs, also while they wait for their check. */
  @Get('hosts/ask')
  ask(@Res() reply: FastifyReply, @Query('domain') domain: unknown): void {
    const isKnown = typeof domain === 'string' && this.hosts.isClubs(domain);
    if (!isKnown) return reply.callNotFound();
    void reply.header('cache-control', 'no-store').send({ status: 'ok' });
  }
}
