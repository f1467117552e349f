import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import { AnyVisitor, CurrentViewer, type Viewer } from '../access';
import { accountShape, unregisteredShape } from './customer.serializer';

@Controller('account')
export class AccountController {
  constructor(
    private readonly clock: Clock,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @AnyVisitor()
  show(@CurrentViewer() { fanclub, customer, unregistered }: Viewer) {
    if (customer) return { customer: accountShape(customer, fanclub, this.clock.now()) };
    return { customer: unregistered && unregisteredShape(unregistered, fanclub) };
  }

  /** Whether the cookie is there, whatever it holds: neither decoded nor looked up (decisions 3.3). */
  @Get('status')
  @AnyVisitor({ session: false })
  status(@CurrentViewer() { fanclub }: Viewer, @Req() request: FastifyRequest) {
    return { logged_in: this.cookies.hasCookie(request, fanclub.id) };
  }
}
