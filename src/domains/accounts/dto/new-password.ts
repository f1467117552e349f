import { ApiProperty } from '@nestjs/swagger';
import { MAX_PASSWORD_LENGTH } from '#libs/password';
import { BLANK, fill, isBlank, Secret } from '#libs/validation';

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
