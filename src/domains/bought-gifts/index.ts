export { UNSENT_GIFT_SQL } from './bought-gift.entity';
export {
  type CardTexts,
  cardOf,
  type GiftMail,
  type GiftState,
  isInReach,
  seasonNote,
} from './bought-gift.rules';
export * from './bought-gifts.errors';
export * from './bought-gifts.module';
export { BoughtGiftsService, type OwnGift } from './bought-gifts.service';
export { GiftFields, GiftMailFields, MOST_MESSAGE } from './dto/gift.fields';
