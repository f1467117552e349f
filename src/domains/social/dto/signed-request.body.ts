import { Others } from '#libs/validation';

/** Unchecked signed requests by field name: `social_signed_request`, `<provider>_signed_request`. */
export type SignedRequestFields = Readonly<Record<string, unknown>>;

const SCHEMA = {
  type: 'string',
  description: 'From the SDK of the identity provider. Its name can stand for `social`.',
};

/** Collects the signed requests of a body. One is required, unless the body has the fields of `instead`. */
export const OwnSignedRequests = (instead: readonly string[] = []): PropertyDecorator =>
  Others(/^[a-z][a-z0-9_]*_signed_request$/, {
    examples: ['social_signed_request'],
    schema: SCHEMA,
    requiredUnless: instead,
  });

/** POST /account/connect/:provider */
export class ConnectBody {
  @OwnSignedRequests() requests: SignedRequestFields = {};
}

/** POST /account/connect/deauthorize_:provider, as providers send it. */
export class DeauthorizeBody {
  @Others(/^([a-z][a-z0-9_]*_)?signed_request$/, {
    examples: ['signed_request', 'social_signed_request'],
    schema: SCHEMA,
    requiredUnless: [],
  })
  requests: SignedRequestFields = {};
}
