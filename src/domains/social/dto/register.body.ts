import { ApiProperty } from '@nestjs/swagger';
import { Username } from '#domains/accounts';
import { CalendarDate, Consent, EmailAddress, Secret, Text } from '#libs/validation';
import { OwnSignedRequests, type SignedRequestFields } from './signed-request.body';

/** POST /account/register. Which fields are required depends on the stored customer (contract 4.11). */
export class RegisterBody {
  @ApiProperty({ description: 'Required after the purchase of a free plan.' })
  @EmailAddress()
  email?: string | null;
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @ApiProperty({ description: 'Required after the purchase of a free plan.' })
  @CalendarDate()
  birthdate?: string | null;
  @ApiProperty({ description: 'Required if the fan club has a forum.' })
  @Username()
  username?: string | null;
  @Secret() password?: string | null;
  @Secret() password_confirmation?: string | null;
  @ApiProperty({ required: true, description: 'Must be true.' })
  @Consent()
  accept_terms?: boolean | null;
  @ApiProperty({ description: 'True: the answer has bearer tokens, and sets no cookie.' })
  @Consent()
  tokens?: boolean | null;
  @OwnSignedRequests() requests: SignedRequestFields = {};
}
