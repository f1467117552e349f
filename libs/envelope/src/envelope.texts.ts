/** Injection token of {@link EnvelopeTexts}. */
export const ENVELOPE_TEXTS = Symbol('ENVELOPE_TEXTS');

/** The sentences that belong to no domain. */
export interface EnvelopeTexts {
  /** Told when a fault of ours ended the request. */
  unexpected: string;
  /** Told for an unknown path. */
  notFound: string;
  /** Told when the body is larger than the server reads. */
  tooLarge: string;
  /** Told when the body is said to be of a kind that the server does not read, or of none at all. */
  unsupportedType: string;
  /** Told when the server could not read the request for another reason that lies in the request. */
  malformed: string;
}
