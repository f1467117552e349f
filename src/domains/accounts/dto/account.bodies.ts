import {
  type Fault,
  field,
  hasInvisible,
  mixesScripts,
  readText,
  TEXT_REFERENCE,
  textFault,
  BLANK,
  fill,
  isBlank,
  Secret,
  EmailAddress,
  Required,
  CalendarDate,
  Consent,
  Nested,
  Text,
  Wrapper,
  isMissing,
  OptionalBoolean,
} from '#libs/validation';
import { ApiProperty } from '@nestjs/swagger';
import { MAX_PASSWORD_LENGTH } from '#libs/password';

/** A name in the forum, without invisible characters and without letters that look like Latin ones (contract 6.11a). */
export const Username = (): PropertyDecorator => field('username', readText, TEXT_REFERENCE, usernameFault);

/** The fault of a user name that `readText` returned. */
export const usernameFault: Fault = (value, dto) => {
  const fault = textFault(value, dto);
  if (fault !== null || typeof value !== 'string') return fault;
  return hasInvisible(value) || mixesScripts(value) ? 'is invalid' : null;
};

const MIN_PASSWORD_LENGTH = 8;
const TOO_SHORT = `is too short (minimum is ${MIN_PASSWORD_LENGTH} characters)`;
const TOO_LONG = `is too long (maximum is ${MAX_PASSWORD_LENGTH} characters)`;
const DIFFERENT = "doesn't match Password";

/** A new password, not trimmed. The confirmation is only compared if it was sent (contract 4.2). */
export class NewPassword {
  @ApiProperty({ description: 'At least 8 characters.' })
  @Secret(passwordFault, [BLANK, TOO_SHORT, TOO_LONG])
  password?: string | null;
  @ApiProperty({ description: 'Compared with the password if it is sent.' })
  @Secret(confirmationFault, [DIFFERENT])
  password_confirmation?: string | null;
}

export const newPassword = (fields: NewPassword): NewPassword => fill(NewPassword, fields);

function passwordFault(password: unknown): string | null {
  if (typeof password !== 'string' || isBlank(password)) return BLANK;
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return TOO_SHORT;
  return length > MAX_PASSWORD_LENGTH ? TOO_LONG : null;
}

function confirmationFault(confirmation: unknown, { password }: NewPassword): string | null {
  const isGiven = confirmation !== undefined && confirmation !== null;
  return isGiven && !isBlank(password) && confirmation !== password ? DIFFERENT : null;
}

/** Asks for a link that resets a forgotten password. */
export class RequestResetBody {
  @Required() @EmailAddress() email?: string | null;
}

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
