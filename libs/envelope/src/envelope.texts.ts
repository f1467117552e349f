/** Injection token of {@link EnvelopeTexts}. */
export const ENVELOPE_TEXTS = Symbol('ENVELOPE_TEXTS');

/** The two sentences that belong to no domain. */
export interface EnvelopeTexts {
  /** Told when a fault of ours ended the request. */
  unexpected: string;
  /** Told for an unknown path. */
  notFound: string;
}
