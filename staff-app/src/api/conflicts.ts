import type { RaRecord } from 'react-admin';
import type { Versions } from './merge';

/** A change that was refused because somebody else has changed the record since it was read. */
export interface Conflict extends Versions<Partial<RaRecord>> {
  readonly resource: string;
  readonly id: RaRecord['id'];
  /** What the fields are called, if not as everywhere in the app. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Asks what to save; null: nothing now. */
type Ask = (conflict: Conflict) => Promise<Partial<RaRecord> | null>;

let ask: Ask | null = null;

/** Sets who asks the person. */
export function setConflictDialog(asks: Ask | null): void {
  ask = asks;
}

/** What the person wants to save instead; null: nothing now. */
export const askAbout: Ask = (conflict) => (ask === null ? Promise.resolve(null) : ask(conflict));
