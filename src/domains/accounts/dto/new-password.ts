import { LONGEST_PASSWORD } from '#libs/password';
import { fill, isBlank, Secret } from '#libs/validation';

const SHORTEST_PASSWORD = 8;

/** A password that somebody chose, as it is, and its confirmation, which counts only if it was given (decisions 4.2). */
export class NewPassword {
  @Secret(passwordFault) password?: string | null;
  @Secret(confirmationFault) password_confirmation?: string | null;
}

/** A new password with the confirmation beside it. */
export const newPassword = (fields: NewPassword): NewPassword => fill(NewPassword, fields);

function passwordFault(password: unknown): string | null {
  if (typeof password !== 'string' || isBlank(password)) return "can't be blank";
  const length = Array.from(password).length;
  if (length < SHORTEST_PASSWORD) return `is too short (minimum is ${SHORTEST_PASSWORD} characters)`;
  return length > LONGEST_PASSWORD ? `is too long (maximum is ${LONGEST_PASSWORD} characters)` : null;
}

function confirmationFault(confirmation: unknown, { password }: NewPassword): string | null {
  const isGiven = confirmation !== undefined && confirmation !== null;
  return isGiven && !isBlank(password) && confirmation !== password ? "doesn't match Password" : null;
}
