/** The faults of a signed request, in the order in which they are checked. */
export type SignedRequestFault = 'Format' | 'TooOld' | 'InvalidSignature';

/** The signed request is invalid. The message names the fault and does not repeat the request. */
export class SignedRequestRefused extends Error {
  constructor(readonly fault: SignedRequestFault) {
    super(`The signed request was refused: ${fault}.`);
    this.name = 'SignedRequestRefused';
  }
}
