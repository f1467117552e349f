/** A request without fields. */
export class NoGiftBody {}
