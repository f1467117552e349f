import { EmailAddress, Required } from '#libs/validation';

/** Asks for a link that resets a forgotten password. */
export class RequestResetBody {
  @Required() @EmailAddress() email?: string | null;
}
