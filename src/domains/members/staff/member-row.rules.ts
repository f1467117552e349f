import type { Cells, CsvFault } from '#libs/csv';
import { instantOf, isCalendarDate, isoUtc } from '#libs/format';
import { usernameFault } from '#domains/accounts';
import { isEmailAddress, isStorable, parseId } from '#libs/validation';
import type { AccountFields, StoredAccount } from '#domains/accounts';

/** The headings that an import reads. Those of the others are information: a report names them as ignored. */
export const IMPORTED_HEADINGS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'username',
  'birthdate',
  'invalid_email',
  'confirmed_at',
  'lists_opt_in',
  'lists_opt_in_source',
  'lists_opt_in_changed_at',
];

/** The most characters of a text. */
const MAX_TEXT = 255;

/** Reports a fault of a row. @param detail a sentence without the heading */
type Report = (column: string, detail: string) => void;

/** A row of an import whose member was not looked up yet. */
export interface MemberRowOfFile {
  readonly line: number;
  readonly cells: Cells;
  readonly faults: CsvFault[];
  /** Null: the row has no `id`, or an invalid one. */
  readonly id: number | null;
  /** Null: the row has no address, or an invalid one. */
  readonly email: string | null;
}

/** What a row makes of a member. */
export interface MemberOfRow extends AccountFields {
  /** For new members; null: the address is not confirmed. */
  readonly confirmed_at: Date | null;
}

/** Reads what identifies the member. */
export function memberRow(line: number, cells: Cells, given: readonly CsvFault[]): MemberRowOfFile {
  const faults = [...given];
  const [idCell, email] = [cells.id ?? '', cells.email ?? ''].map((cell) => cell.trim());
  const id = parseId(idCell);
  if (idCell !== '' && id === null)
    faults.push({ line, column: 'id', detail: 'must be the number of a member' });
  if (email !== '' && !isEmailAddress(email)) {
    faults.push({ line, column: 'email', detail: 'must be an e-mail address' });
  }
  if (idCell === '' && email === '') {
    faults.push({ line, column: 'email', detail: 'is missing: a row without id needs an e-mail address' });
  }
  return { line, cells, faults, id, email: isEmailAddress(email) ? email : null };
}

/** The cells of a stored member, as an export has them. */
export const cellsOfStored = (stored: StoredAccount): Cells => ({
  first_name: stored.firstName ?? '',
  last_name: stored.lastName ?? '',
  username: stored.username ?? '',
  birthdate: stored.birthdate ?? '',
  invalid_email: String(stored.invalidEmail),
  lists_opt_in: String(stored.listsOptIn),
  lists_opt_in_source: stored.listsOptInSource ?? '',
  lists_opt_in_changed_at: stored.listsOptInChangedAt ? isoUtc(stored.listsOptInChangedAt) : '',
});

/** The fields of a stored member. */
export const fieldsOfStored = (stored: StoredAccount): AccountFields => ({
  email: stored.email,
  first_name: stored.firstName,
  last_name: stored.lastName,
  username: stored.username,
  birthdate: stored.birthdate,
  invalid_email: stored.invalidEmail,
  lists_opt_in: stored.listsOptIn,
  lists_opt_in_source: stored.listsOptInSource,
  lists_opt_in_changed_at: stored.listsOptInChangedAt,
});

const NEW: AccountFields = {
  email: null,
  first_name: null,
  last_name: null,
  username: null,
  birthdate: null,
  invalid_email: false,
  lists_opt_in: false,
  lists_opt_in_source: null,
  lists_opt_in_changed_at: null,
};

/**
 * The changes of a member by a row. Cells that equal those of an export change nothing. Adds faults to the row.
 * @param stored null: the member is new
 */
export function memberOfRow(row: MemberRowOfFile, stored: StoredAccount | null, now: Date): MemberOfRow {
  const { line, cells, faults } = row;
  const before = stored ? fieldsOfStored(stored) : NEW;
  const exported: Cells = stored ? cellsOfStored(stored) : {};
  const report: Report = (column, detail) => void faults.push({ line, column, detail });
  const isGiven = (column: string): boolean =>
    Object.hasOwn(cells, column) && cells[column] !== (exported[column] ?? '');
  const read = <T>(column: string, current: T, of: (cell: string, report: Report, column: string) => T): T =>
    isGiven(column) ? of(cells[column].trim(), report, column) : current;
  if (stored && row.email !== null && row.email.toLowerCase() !== stored.email?.toLowerCase()) {
    report('email', 'cannot be changed by an import');
  }
  return {
    email: stored ? stored.email : row.email,
    first_name: read('first_name', before.first_name, textOf),
    last_name: read('last_name', before.last_name, textOf),
    username: read('username', before.username, nameOf),
    birthdate: read('birthdate', before.birthdate, (cell, fault, column) => dayOf(cell, fault, column, now)),
    invalid_email: read('invalid_email', before.invalid_email, flagOf),
    ...consentOf(cells, before, report, now),
    confirmed_at: stored
      ? null
      : read('confirmed_at', null, (cell, fault, column) => past(cell, fault, column, now)),
  };
}

type Consent = Pick<AccountFields, 'lists_opt_in' | 'lists_opt_in_source' | 'lists_opt_in_changed_at'>;

/**
 * Consent to marketing mail. It changes only with its source and the time when it was given or withdrawn. A choice that is older than
 * the stored one changes nothing, so an old export does not undo newer choices of members.
 */
function consentOf(cells: Cells, before: Consent, report: Report, now: Date): Consent {
  const [choice, source, at] = ['lists_opt_in', 'lists_opt_in_source', 'lists_opt_in_changed_at'].map(
    (name) => (cells[name] ?? '').trim(),
  );
  const kept = {
    lists_opt_in: before.lists_opt_in,
    lists_opt_in_source: before.lists_opt_in_source,
    lists_opt_in_changed_at: before.lists_opt_in_changed_at,
  };
  if (choice === '' || choice.toLowerCase() === String(before.lists_opt_in)) return kept;
  const wanted = flagOf(choice, report, 'lists_opt_in');
  if (source === '' || at === '') {
    report('lists_opt_in', 'changes only with lists_opt_in_source and lists_opt_in_changed_at');
    return kept;
  }
  const changedAt = past(at, report, 'lists_opt_in_changed_at', now);
  // An export has no fractions of seconds.
  const since = before.lists_opt_in_changed_at && isoUtc(before.lists_opt_in_changed_at);
  if (changedAt && since === isoUtc(changedAt)) {
    report('lists_opt_in_changed_at', 'must be the time of this choice, not that of the choice before');
  }
  if (changedAt && since !== null && isoUtc(changedAt) < since) return kept;
  return {
    lists_opt_in: wanted,
    lists_opt_in_source: textOf(source, report, 'lists_opt_in_source'),
    lists_opt_in_changed_at: changedAt,
  };
}

function textOf(cell: string, report: Report, column: string): string | null {
  if (!isStorable(cell)) report(column, 'contains characters that cannot be stored');
  else if (Array.from(cell).length > MAX_TEXT) report(column, `is longer than ${MAX_TEXT} characters`);
  return cell === '' ? null : cell;
}

function flagOf(cell: string, report: Report, column: string): boolean {
  if (!/^(true|false)?$/i.test(cell)) report(column, 'must be true or false');
  return cell.toLowerCase() === 'true';
}

/** A user name, with the rule of the public API. */
function nameOf(cell: string, report: Report, column: string): string | null {
  const name = textOf(cell, report, column);
  const fault = usernameFault(name, {});
  if (fault !== null) report(column, fault);
  return name;
}

function dayOf(cell: string, report: Report, column: string, now: Date): string | null {
  if (cell === '') return null;
  if (!isCalendarDate(cell)) report(column, 'must be a day such as 1990-01-31');
  else if (cell > isoUtc(now).slice(0, 10)) report(column, 'must not be in the future');
  return cell;
}

/** A time with its offset that is not in the future. */
function past(cell: string, report: Report, column: string, now: Date): Date | null {
  if (cell === '') return null;
  const at = instantOf(cell);
  if (!at) {
    report(column, 'must be a time such as 2026-06-15T12:00:00Z');
    return null;
  }
  if (at > now) report(column, 'must not be in the future');
  return at;
}
