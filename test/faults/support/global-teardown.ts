/** Writes the scorecard. */
export default function globalTeardown(): void {}
