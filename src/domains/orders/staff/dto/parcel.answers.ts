import { COUNT, DATE, FLAG, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import { Address } from '#domains/shipping';

export class PlanOfParcel {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

export class ItemOfParcel {
  @Shaped(TEXT) name!: string;
  @Shaped(orNull(TEXT)) option!: string | null;
}

/** A parcel. */
export class Parcel {
  @Shaped(ID) id!: number;
  @Shaped(ID) order_id!: number;
  @Shaped(ID) member_id!: number;
  @Shaped(PlanOfParcel) plan!: PlanOfParcel;
  @Shaped({ type: 'string', enum: ['waiting', 'batched', 'shipped'] }) state!:
    'waiting' | 'batched' | 'shipped';
  @Shaped(listOf({ type: 'string', enum: ['address', 'option'] }), { description: 'What it waits for.' })
  issues!: readonly ('address' | 'option')[];
  @Shaped(orNull(DATE)) ship_date!: string | null;
  @Shaped(orNull(TEXT)) tracking_url!: string | null;
  @Shaped(orNull(ID), { description: 'Its packing list.' }) batch_id!: number | null;
  @Shaped(orNull(TEXT)) country!: string | null;
  @Shaped(orNull(Address), { description: 'Null if there is none, and for who only reads.' })
  address!: Address | null;
  @Shaped([ItemOfParcel]) items!: readonly ItemOfParcel[];
  @Shaped(INSTANT) created_at!: string;
}

/** A parcel that was marked as shipped, or corrected. */
export class ShippedParcel {
  @Shaped(ID) id!: number;
  @Shaped(DATE) ship_date!: string;
  @Shaped(orNull(TEXT)) tracking_url!: string | null;
  @Shaped(FLAG, { description: 'Whether the member gets a mail.' }) mail!: boolean;
}

/** A packing list in a list. */
export class PackingListItem {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(TEXT), { description: 'Who made it.' }) by!: string | null;
  @Shaped(COUNT) parcels!: number;
  @Shaped(COUNT) shipped!: number;
  @Shaped(COUNT) waiting!: number;
}

/** A packing list with its parcels, without addresses. */
export class PackingList extends PackingListItem {
  @Shaped([Parcel]) list!: readonly Parcel[];
}

/** A packing list that was made. */
export class NewPackingList {
  @Shaped(ID) id!: number;
  @Shaped(COUNT) parcels!: number;
}

/** What marking a packing list as shipped did. */
export class ShippedPackingList {
  @Shaped(COUNT) shipped!: number;
  @Shaped(listOf(ID), {
    description: 'Parcels whose order is no longer complete. Nothing was written for them.',
  })
  refused!: readonly number[];
}

export class IssueCount {
  @Shaped(COUNT) members!: number;
  @Shaped(COUNT, { description: 'Those who were not asked within a week.' }) can_be_asked!: number;
}

/** Members whose parcels lack something. */
export class IssueCounts {
  @Shaped(IssueCount) address!: IssueCount;
  @Shaped(IssueCount) option!: IssueCount;
}

export class QueuedMails {
  @Shaped(COUNT) mails!: number;
}
