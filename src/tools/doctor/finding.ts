/** One result of a check. No text contains a secret. */
export interface Finding {
  /** `problem`: the service does not work, or loses data or protection. `warning`: it works, but an operator should look at it. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** What was checked, in one or two words. */
  readonly subject: string;
  /** What was found. */
  readonly text: string;
  /** What the operator should do. Absent if nothing. */
  readonly remedy?: string;
}

/** A result that needs no action. */
export const ok = (subject: string, text: string): Finding => ({ state: 'ok', subject, text });

/** A result that an operator should look at. */
export const warning = (subject: string, text: string, remedy: string): Finding => ({
  state: 'warning',
  subject,
  text,
  remedy,
});

/** A result that needs action. */
export const problem = (subject: string, text: string, remedy: string): Finding => ({
  state: 'problem',
  subject,
  text,
  remedy,
});

/** The given findings, or `otherwise` if there are none. */
export const orOk = (findings: readonly Finding[], otherwise: Finding): readonly Finding[] =>
  findings.length > 0 ? findings : [otherwise];
