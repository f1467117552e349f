/**
 * Why an attempt got no answer of 2xx. Codes, because errors of the network quote addresses. `internal`: the service could not make it,
 * such as with a secret that no key opens.
 */
export const FAILURES = [
  'status',
  'timeout',
  'refused_address',
  'unresolved',
  'connection',
  'internal',
] as const;
export type Failure = (typeof FAILURES)[number];

/** One attempt to deliver a message, as the log has it. */
export interface Attempt {
  readonly at: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Null: no answer. */
  readonly status: number | null;
  /** Null: delivered. */
  readonly failure: Failure | null;
  /** The first kilobyte of the answer. */
  readonly answer: string | null;
}

/** Seconds before each further attempt. */
export const PAUSES: readonly number[] = [
  5,
  60,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  24 * 3_600,
  24 * 3_600,
];

/** Seconds of failures after which an endpoint is switched off. */
export const OFF_AFTER = 3 * 24 * 3_600;

/** The number of attempts that a delivery's log keeps. */
export const LOGGED = 20;
