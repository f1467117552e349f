import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NoJsonp } from '#libs/jsonp';
import {
  AnyVisitor,
  BearerTokens,
  CurrentViewer,
  LoginRequired,
  SessionTokens,
  type Viewer,
} from '#platform/access';
import {
  AlreadyRegistered,
  EmailTaken,
  NewPassword,
  NOT_OLD_ENOUGH,
  ReducedCustomer,
  reducedShape,
  TERMS_NOT_ACCEPTED,
  UsernameTaken,
} from '#domains/accounts';
import { ConnectionsService } from './connections.service';
import { RegisterBody } from './dto/register.body';
import { ConnectBody, DeauthorizeBody } from './dto/signed-request.body';
import { RegistrationService } from './registration.service';
import { blank, messagesOf } from '#libs/validation';
import { Chapter, Operation } from '#platform/reference';
import { MustBeLoggedIn, ProviderTaken, SIGNED_REQUEST_FAILURES, UidTaken } from './social.errors';

const CONNECTED = 'Your social account has been connected.';

@Controller('account')
@Chapter('Identity providers', 'Accounts at the identity provider of a fan club.')
export class SocialController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly connections: ConnectionsService,
    private readonly tokens: SessionTokens,
  ) {}

  /** For the customer of the session, who counts as logged out until the registration. */
  @Post('register')
  @Operation({
    id: 'register',
    isLimited: true,
    summary: 'Registers the customer of the session with an identity provider',
    description:
      'For the customer whom a purchase left in the session. `email` and `birthdate` are required after the purchase ' +
      'of a free plan.',
    answer: { customer: ReducedCustomer, access: BearerTokens },
    optional: ['access'],
    failures: [
      LoginRequired,
      AlreadyRegistered,
      ...SIGNED_REQUEST_FAILURES,
      ...blank('email', 'birthdate', 'username'),
      EmailTaken,
      NOT_OLD_ENOUGH,
      UsernameTaken,
      ...messagesOf(NewPassword),
      TERMS_NOT_ACCEPTED,
      ProviderTaken,
      UidTaken,
    ],
  })
  @AnyVisitor({ opensSession: true })
  async register(
    @CurrentViewer() viewer: Viewer,
    @Body() body: RegisterBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { customer, token } = await this.registration.register(viewer, body);
    const { fanclub } = viewer;
    return { customer: reducedShape(customer, fanclub), ...this.tokens.give(reply, fanclub, token, body) };
  }

  /** For customers. An unsupported provider is reported before a missing log-in (contract 4.12). */
  @Post('connect/:provider')
  @Operation({
    id: 'connectProvider',
    summary: 'Connects the current customer with an account at the identity provider',
    description: '`provider` is `social`, or the provider’s name in the fan club.',
    confirms: [CONNECTED],
    failures: [MustBeLoggedIn, ...SIGNED_REQUEST_FAILURES, ProviderTaken, UidTaken],
  })
  @AnyVisitor()
  async connect(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Body() body: ConnectBody,
  ) {
    await this.connections.connect(viewer, provider, body);
    return { messages: [CONNECTED] };
  }

  /** Called by the provider, and proven by its signature. */
  @Post('connect/deauthorize_:provider')
  @Operation({
    id: 'deauthorizeProvider',
    summary: 'Removes a connection; the identity provider calls it',
    description: 'The signature of the request is the proof. An unknown account is a success.',
    failures: SIGNED_REQUEST_FAILURES,
  })
  @NoJsonp()
  @AnyVisitor({ session: false })
  async deauthorize(
    @CurrentViewer() viewer: Viewer,
    @Param('provider') provider: string,
    @Body() body: DeauthorizeBody,
  ): Promise<void> {
    await this.connections.deauthorize(viewer, provider, body);
  }
}
