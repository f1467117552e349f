import { ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';
import { GIFT_STATES, type GiftState } from '../../bought-gift.rules';

/** A gift that a member bought for somebody else, without its code and its texts. */
export class GiftOfOrder {
  @Shaped({ type: 'string', enum: [...GIFT_STATES] }) state!: GiftState;
  @Shaped(orNull(ID), { description: 'The id of its code. Null: the order is not paid.' }) code!:
    number | null;
  @Shaped(orNull(TEXT), { description: 'The day on which its mail goes. Null: none is planned.' })
  mail_on!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When the last mail was sent.' }) mailed_at!: string | null;
}
