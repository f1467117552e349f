import { COUNT, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';

/** A venue of former events, offered for new ones. */
export class FormerVenue {
  @Shaped(ID, { description: 'Of the last event there, since venues have no ids.' }) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(orNull(TEXT)) address!: string | null;
  @Shaped(orNull(TEXT)) city!: string | null;
  @Shaped(orNull(TEXT)) state!: string | null;
  @Shaped(orNull(TEXT)) postalcode!: string | null;
  @Shaped(TEXT) country!: string;
  @Shaped(orNull(TEXT)) lat!: string | null;
  @Shaped(orNull(TEXT)) lon!: string | null;
  @Shaped(TEXT) time_zone!: string;
  @Shaped(COUNT, { description: 'The number of events there.' }) events!: number;
  @Shaped(INSTANT, { description: 'Of the last event there.' }) last_start!: string;
}
