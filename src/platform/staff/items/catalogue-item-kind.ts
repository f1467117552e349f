import type { FanclubPart } from '#platform/catalogue';
import type { FanclubRow } from '#platform/tenants/fanclub.entity';
import type { ItemSubject } from '../audit/audit-kinds';
import type { Reach } from '../permissions';
import type { ClubRows } from './club-rows';
import type { ClubChange } from '../staff-work.service';

/** One object of a fan club as catalogue files have it, with ids as references. */
export type CatalogueItem = Readonly<Record<string, unknown>> & { readonly id: number };

/** A list of the catalogue whose items staff see and change. */
export interface ItemKind {
  /** The part of the catalogue that reads and writes the list. */
  readonly part: FanclubPart;
  /** The name of the list in the catalogue: `events`. */
  readonly field: string;
  /** The name of the list in addresses, if it is another. */
  readonly path?: string;
  readonly entity: new () => FanclubRow;
  /** The name of an item in the record of changes: `event`. */
  readonly subject: ItemSubject;
  /** The fields that contain HTML, such as `description` and `links.code_instructions`. */
  readonly html?: readonly string[];
  /** A field that staff see in this list but another list stores. */
  readonly linked?: LinkedIds;
  /** Times that move with another time unless they are given as well: `{ date: 'start' }`. */
  readonly follows?: Readonly<Record<string, string>>;
  /** A list of rows that belong to an item: the ticket links of an event. */
  readonly members?: ItemMembers;
  /** What staff should know of an item, in the field `notes` of answers. */
  readonly notes?: ItemNotes;
  /** The item for a role whose reach of the permission to read is `masked`. Absent: such roles see the whole item. */
  readonly masks?: (item: CatalogueItem) => CatalogueItem;
}

/** The kind as a role sees it: only roles that see it masked keep `masks`. */
export function kindFor({ masks, ...kind }: ItemKind, reach: Reach | null): ItemKind {
  return masks && reach === 'masked' ? { ...kind, masks } : kind;
}

const same = (item: CatalogueItem): CatalogueItem => item;

/** Items as a role sees them. */
export const shownItems = ({ masks = same }: ItemKind, items: readonly CatalogueItem[]): CatalogueItem[] =>
  items.map(masks);

/** Reads the notes of all items. Returns the sentences about one item; empty: there is nothing to say. */
export type ItemNotes = (rows: ClubRows) => Promise<(id: number) => readonly string[]>;

/** The name of the list of a kind in addresses. */
export const pathOf = ({ path, field }: ItemKind): string => path ?? field;

/**
 * A list in an item. A file adds to it and changes it; a form shows the whole list, so members that a changed list does not name
 * are deleted.
 */
export interface ItemMembers {
  /** The name of the list in the item, and of the field that identifies a member in it, besides its `id` if it has one. */
  readonly field: string;
  readonly key: string;
  readonly entity: new () => FanclubRow;
  /** The property with the id of the item. */
  readonly owner: string;
}

/** A field with ids of objects that refer to an item: the benefits of a plan. */
export interface LinkedIds {
  readonly field: string;
  /** Reads the ids for all items. Returns those of one item, in a stable order. */
  read(rows: ClubRows): Promise<(id: number) => readonly number[]>;
  /** Stores the ids for an item. @returns those that the fan club does not have */
  write(change: ClubChange, id: number, ids: readonly number[]): Promise<readonly number[]>;
}
