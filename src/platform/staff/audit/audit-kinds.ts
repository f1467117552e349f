import { Declared, type Lists, type Pairs, pairsOf } from '#libs/declared';

/** What the record of changes names: subjects, each with one of its actions, `event:event.changed`. Files with {@link declareAudits} add theirs. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface AuditKinds {}

type Kind = keyof AuditKinds;

const KINDS = new Declared<Kind, true>('audit');

/**
 * Declares the actions that the record of changes has for each kind of subject, in `staff/<domain>.declarations.ts`.
 *
 *     export const audits = declareAudits({ contest: itemActions('contest'), contest_entry: ['entry.excluded', 'entry.included'] });
 *
 *     declare module '#platform/staff' {
 *       interface AuditKinds extends Readonly<typeof audits> {}
 *     }
 *
 * @throws Error if an action of the same kind of subject is declared already
 */
export function declareAudits<const L extends Lists>(actions: L): Pairs<L> {
  const pairs = pairsOf(actions);
  KINDS.add(pairs);
  return pairs;
}

/** The actions of an item of the catalogue. */
export const itemActions = <S extends string>(subject: S) =>
  [`${subject}.created`, `${subject}.changed`, `${subject}.deleted`] as const;

type SubjectIn<K> = K extends `${infer S}:${string}` ? S : never;
type ActionIn<K> = K extends `${string}:${infer A}` ? A : never;

/** The kind of a subject: `event`. */
export type AuditSubject = SubjectIn<Kind>;

/** `<subject>.<verb>`: `event.changed`. */
export type AuditAction = ActionIn<Kind>;

/** The subjects with {@link itemActions}. */
export type ItemSubject = {
  [S in AuditSubject]: `${S}.${'created' | 'changed' | 'deleted'}` extends AuditAction ? S : never;
}[AuditSubject];

/** The declared kinds of subjects, in alphabetical order. */
export const auditSubjects = (): readonly AuditSubject[] => [
  ...new Set(KINDS.names().map((kind) => (kind as string).split(':')[0] as AuditSubject)),
];
