import { Others } from '#libs/validation';

/** Unchecked signed requests by field name: `social_signed_request`, `<provider>_signed_request`. */
export type SignedRequestFields = Readonly<Record<string, unknown>>;

/** Collects the signed requests of a body. */
export const OwnSignedRequests = (): PropertyDecorator =>
  Others(/^[a-z][a-z0-9_]*_signed_request$/, ['social_signed_request']);

/** POST /account/connect/:provider */
export class ConnectBody {
  @OwnSignedRequests() requests: SignedRequestFields = {};
}

/** POST /account/connect/deauthorize_:provider, as providers send it. */
export class DeauthorizeBody {
  @Others(/^([a-z][a-z0-9_]*_)?signed_request$/, ['signed_request', 'social_signed_request'])
  requests: SignedRequestFields = {};
}
