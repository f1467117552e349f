import type { EnvelopeTexts } from '#libs/envelope';

/** Error messages outside of the domains (contract 1.12, 2.4, 2.24). */
export const TEXTS: EnvelopeTexts = {
  unexpected: 'An error has occurred, please try again later.',
  notFound: 'The requested resource was not found on the server.',
  tooLarge: 'Request is too large.',
  unsupportedType: 'Request body must be JSON.',
  malformed: 'Request is not valid.',
};
