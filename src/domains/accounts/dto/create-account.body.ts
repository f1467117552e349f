import { ApiProperty } from '@nestjs/swagger';
import {
  CalendarDate,
  Consent,
  EmailAddress,
  Nested,
  Required,
  Secret,
  Text,
  Wrapper,
} from '#libs/validation';
import { newPassword, NewPassword } from './new-password';
import { Username } from './username';

/** POST /accounts. The fields may also be inside `customer` (contract 4.1). */
export class CreateAccountBody {
  @Required() @EmailAddress() email?: string | null;
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @Required() @CalendarDate() birthdate?: string | null;
  /** Required if the fan club has a forum, otherwise ignored. */
  @ApiProperty({ description: 'Required if the fan club has a forum, otherwise ignored.' })
  @Username()
  username?: string | null;
  @ApiProperty({ description: 'The password. Without one, the confirmation page asks for it.' })
  @Nested(NewPassword)
  password_attributes?: NewPassword | null;
  /** Ignored if there are `password_attributes`. */
  @ApiProperty({
    description: 'Like `password_attributes.password`, and ignored beside `password_attributes`.',
  })
  @Secret()
  password?: string | null;
  @Secret() password_confirmation?: string | null;
  @ApiProperty({ description: 'Must be true if it is sent.' })
  @Consent()
  accept_terms?: boolean | null;
  @Wrapper() customer?: true;
}

/** Whether there is a `customer` or any known field. */
export const isGiven = (body: CreateAccountBody): boolean =>
  Object.values(body).some((value) => value !== undefined);

/** The chosen password; null if none was sent. It is blank if `password_attributes` is not an object. */
export function passwordOf(body: CreateAccountBody): NewPassword | null {
  const { password_attributes: attributes, password, password_confirmation } = body;
  if (attributes) return attributes instanceof NewPassword ? attributes : new NewPassword();
  const isAbsent = (password ?? password_confirmation ?? null) === null;
  return isAbsent ? null : newPassword({ password, password_confirmation });
}
