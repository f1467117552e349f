import { parseId } from '#libs/validation';

/** The metadata of our objects at a provider. It contains nothing personal. */
export const metadataOf = ({ id, fanclubId }: { readonly id: number; readonly fanclubId: number }) => ({
  id: String(id),
  fanclub: String(fanclubId),
});

/** The metadata of an object as a provider returns it. */
export type Metadata = Readonly<Partial<Record<string, string>>>;

/** Our id in the metadata of an object. Null: the object is not of this fan club, or another system made it. */
export function ownNumberOf(metadata: Metadata | null | undefined, fanclubId: number): number | null {
  const { id = '', fanclub } = metadata ?? {};
  return fanclub === String(fanclubId) ? parseId(id) : null;
}

/** Whether another fan club made an object. Several fan clubs may share an account. */
export function isOfAnother(metadata: Metadata | null | undefined, fanclubId: number): boolean {
  const fanclub = metadata?.fanclub;
  return fanclub !== undefined && fanclub !== String(fanclubId);
}
