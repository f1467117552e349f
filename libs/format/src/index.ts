export {
  ageOn,
  endOfLocalDay,
  humanDate,
  humanTime,
  humanDay,
  instantOf,
  isCalendarDate,
  isoUtc,
  localDate,
  offsetStamp,
  requireInstants,
  termEnd,
  utcStamp,
  wallTime,
} from './instants';
export { decimalNumber, decimalString, displayPrice, isCurrency, isZero } from './money';
export { countries, countryName, isCountry } from './places';
export { slug } from './text';
export {
  isTimeZone,
  longZoneName,
  type OffsetPeriod,
  offsetPeriods,
  offsetText,
  zone,
  type ZoneDescription,
} from './zones';
