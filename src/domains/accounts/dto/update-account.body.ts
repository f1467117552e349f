import { ApiProperty } from '@nestjs/swagger';
import { EmailAddress, isMissing, OptionalBoolean, Secret, Text, Wrapper } from '#libs/validation';
import { newPassword, type NewPassword } from './new-password';
import { Username } from './username';

/** POST /account. Absent fields stay as they are. The fields may also be inside `customer` (contract 4.1). */
export class UpdateAccountBody {
  @ApiProperty({ description: 'A new address has to be confirmed; the present address withdraws a new one.' })
  @EmailAddress()
  email?: string | null;
  @ApiProperty({ nullable: true, description: 'Null or blank removes it.' })
  @Text()
  first_name?: string | null;
  @ApiProperty({ nullable: true, description: 'Null or blank removes it.' })
  @Text()
  last_name?: string | null;
  @ApiProperty({ description: 'Only if the fan club has a forum.' })
  @Username()
  username?: string | null;
  @ApiProperty({ description: 'Required for a new password.' })
  @Secret()
  current_password?: string | null;
  @ApiProperty({ description: 'Blank: no change.' })
  @Secret()
  password?: string | null;
  @Secret() password_confirmation?: string | null;
  /** Exactly `True` or `False`, or a JSON boolean (contract 4.10). */
  @ApiProperty({ description: 'Whether the customer wants marketing mail; any other value leaves it.' })
  @OptionalBoolean()
  lists_opt_in?: boolean;
  /** Ignored without `lists_opt_in`. */
  @ApiProperty({ description: 'Where the customer chose `lists_opt_in`.' })
  @Text()
  lists_opt_in_source?: string | null;
  @Wrapper() customer?: true;
}

/** Null if password and confirmation are absent or blank (contract 1.10). */
export function newPasswordOf({ password, password_confirmation }: UpdateAccountBody): NewPassword | null {
  const isAbsent = isMissing(password) && isMissing(password_confirmation);
  return isAbsent ? null : newPassword({ password, password_confirmation });
}
