import { ApiProperty } from '@nestjs/swagger';
import { OwnSignedRequests, type SignedRequestFields } from '#domains/social';
import { Consent, OptionalText } from '#libs/validation';

/** POST /login, with a signed request or a password. Values that are not strings count as blank, so no format is invalid. */
export class LogInBody {
  @ApiProperty({ description: 'The current address.' })
  @OptionalText()
  email?: string;
  @ApiProperty({ format: 'password' })
  @OptionalText()
  password?: string;
  @ApiProperty({ description: 'True: the answer has bearer tokens, and sets no cookie.' })
  @Consent()
  tokens?: boolean | null;
  @OwnSignedRequests(['email', 'password']) requests: SignedRequestFields = {};
}
