import type { ItemType } from '../../src/domains/shipping';
import type { New, Seed } from './seed';

export interface ItemTypeInput extends Partial<ItemType> {
  fanclubId: number;
}

/** A kind of item that comes in options, as shirts do in sizes. */
export function itemTypeFactory({ n }: Seed, overrides: ItemTypeInput): New<ItemType> {
  return { name: `Item type ${n}`, ...overrides };
}
