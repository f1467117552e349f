import type { EnvelopeTexts } from '#libs/envelope';

/** Error messages outside of the domains (contract 1.12, 2.4, 2.24). */
export const TEXTS: EnvelopeTexts = {
  unexpected: 'An error has occurred, please try again later.',
  notFound: 'The requested resource was not found on the server.',
  tooLarge: 'Request is too large.',
  unsupportedType: 'Request body must be JSON.',
  malformed: 'Request is not valid.',
};

/** Of requests over a limit, and of writes while the fan club is held (contract 2.5). */
export const TOO_MANY = 'Too many requests, please try again later.';

/** Messages about bodies and queries that cannot be read (contract 2.4). */
export const UNREADABLE = {
  tooManyParameters: 'Request has too many parameters.',
  notJson: 'Request body is not valid JSON.',
  notAnObject: 'Request body must be a JSON object.',
  notAForm: 'Request body is not a valid form.',
  tooDeep: 'Request body is nested too deeply.',
  tooManyFields: 'Request body has too many fields.',
} as const;
