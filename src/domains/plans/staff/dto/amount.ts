/** A decimal amount with at most two decimals, as the catalogue accepts it. */
export const AMOUNT = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;
