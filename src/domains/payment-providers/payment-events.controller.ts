import { Controller, Headers, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bare } from '#libs/envelope';
import { parseId } from '#libs/validation';
import { OutsideApi } from '#platform/access';
import { FanclubHeld, isHeld } from '#platform/database';
import { RawBody } from '#platform/http';
import { PaymentInboxService } from './payment-inbox.service';
import { BadSignature } from './provider.errors';
import { providerOf } from './providers';

/** Receives the events of payment providers, which retry until the answer is 200. */
@Controller('payments')
@OutsideApi()
export class PaymentEventsController {
  constructor(private readonly inbox: PaymentInboxService) {}

  @Post(':provider/:account/events')
  @Bare()
  @RawBody()
  async receive(
    @Param('provider') provider: string,
    @Param('account') account: string,
    @Headers() headers: Record<string, string | undefined>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'received' | 'refused' | 'unavailable' }> {
    try {
      const code = await this.store(provider, account, headers, request.body);
      reply.status(code);
      return { status: code === 200 ? 'received' : 'refused' };
    } catch (error) {
      if (error instanceof BadSignature) {
        request.log.warn({ account }, 'payment event refused');
        reply.status(400);
        return { status: 'refused' };
      }
      if (isHeld(error)) {
        request.log.debug({ account }, 'payment event refused, the fan club is held');
        reply.header('retry-after', new FanclubHeld().retryAfter);
      } else request.log.error({ err: error }, 'payment event not stored');
      reply.status(503);
      return { status: 'unavailable' };
    }
  }

  private async store(
    provider: string,
    account: string,
    headers: Record<string, string | undefined>,
    body: unknown,
  ): Promise<200 | 404 | 413> {
    if (!Buffer.isBuffer(body)) return 413;
    const id = parseId(account);
    if (providerOf(provider) === null || id === null) return 404;
    return (await this.inbox.receive(provider, id, body, headers)) ? 200 : 404;
  }
}
