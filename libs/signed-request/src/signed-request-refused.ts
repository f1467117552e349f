/** What can be wrong with a signed request, in the order in which it is told. */
export type SignedRequestFault = 'Format' | 'TooOld' | 'InvalidSignature';

/** A signed request that proves nothing. Its message names the fault and shows nothing of what was sent. */
export class SignedRequestRefused extends Error {
  constructor(readonly fault: SignedRequestFault) {
    super(`The signed request was refused: ${fault}.`);
    this.name = 'SignedRequestRefused';
  }
}
