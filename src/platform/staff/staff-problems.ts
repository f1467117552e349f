import { Problem, type ProblemKind } from '#libs/problem';

/** The kinds of refused requests below `/staff/api`. docs/staff-api.md describes them by their slugs. */
export const PROBLEMS = {
  invalidRequest: { slug: 'invalid-request', status: 400, title: 'The request is not valid' },
  loginRequired: { slug: 'login-required', status: 401, title: 'Please log in' },
  loginFailed: { slug: 'login-failed', status: 401, title: 'You could not be logged in' },
  proofRequired: { slug: 'proof-required', status: 401, title: 'Please prove again that it is you' },
  notAllowed: { slug: 'not-allowed', status: 403, title: 'Your role does not allow this' },
  foreignPage: { slug: 'foreign-page', status: 403, title: 'Only the pages for staff may do this' },
  notFound: { slug: 'not-found', status: 404, title: 'This does not exist' },
  conflict: { slug: 'conflict', status: 409, title: 'This contradicts what is stored' },
  changed: { slug: 'changed', status: 412, title: 'Somebody else has changed this' },
  tooLarge: { slug: 'too-large', status: 413, title: 'The request is too large' },
  unsupportedType: { slug: 'unsupported-type', status: 415, title: 'This kind of content is not supported' },
  invalid: { slug: 'invalid', status: 422, title: 'Some fields are not valid' },
  conditionRequired: {
    slug: 'condition-required',
    status: 428,
    title: 'Please say which version you changed',
  },
  tooMany: { slug: 'too-many', status: 429, title: 'Too many attempts' },
  failure: { slug: 'failure', status: 500, title: 'Something went wrong' },
  unavailable: { slug: 'unavailable', status: 503, title: 'Not available at the moment' },
} as const satisfies Record<string, ProblemKind>;

/** 404: neither the path nor the fan club has it. */
export const notFound = (): Problem => new Problem(PROBLEMS.notFound);

/** 409. @param detail a sentence for the person */
export const conflict = (detail: string): Problem => new Problem(PROBLEMS.conflict, { detail });

/** 400, for a parameter. @param detail a sentence for the person */
export const invalidRequest = (detail: string): Problem => new Problem(PROBLEMS.invalidRequest, { detail });

/** 422, for one field of the body. @param pointer `#/price` @param detail a sentence without the name of the field */
export const invalidField = (pointer: string, detail: string): Problem =>
  new Problem(PROBLEMS.invalid, { errors: [{ pointer, detail }] });
