import { ApiProperty } from '@nestjs/swagger';
import { OwnSignedRequests, type SignedRequestFields } from '#domains/social';
import { OptionalText } from '#libs/validation';

/** POST /login, with a signed request or a password. Values that are not strings count as blank, so no format is invalid. */
export class LogInBody {
  @ApiProperty({ description: 'The current address; required without a signed request.' })
  @OptionalText()
  email?: string;
  @ApiProperty({ description: 'Required without a signed request.' })
  @OptionalText()
  password?: string;
  @OwnSignedRequests() requests: SignedRequestFields = {};
}
