import { MAX_PASSWORD_LENGTH } from '#libs/password';
import { fill, isBlank, Secret } from '#libs/validation';

const MIN_PASSWORD_LENGTH = 8;

/** A new password, not trimmed. The confirmation is only compared if it was sent (contract 4.2). */
export class NewPassword {
  @Secret(passwordFault) password?: string | null;
  @Secret(confirmationFault) password_confirmation?: string | null;
}

export const newPassword = (fields: NewPassword): NewPassword => fill(NewPassword, fields);

function passwordFault(password: unknown): string | null {
  if (typeof password !== 'string' || isBlank(password)) return "can't be blank";
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return `is too short (minimum is ${MIN_PASSWORD_LENGTH} characters)`;
  return length > MAX_PASSWORD_LENGTH ? `is too long (maximum is ${MAX_PASSWORD_LENGTH} characters)` : null;
}

function confirmationFault(confirmation: unknown, { password }: NewPassword): string | null {
  const isGiven = confirmation !== undefined && confirmation !== null;
  return isGiven && !isBlank(password) && confirmation !== password ? "doesn't match Password" : null;
}
