export {
  ageOn,
  endOfLocalDay,
  humanDate,
  humanDay,
  isCalendarDate,
  isoUtc,
  localDate,
  offsetStamp,
  utcStamp,
} from './instants';
export { decimalNumber, decimalString, displayPrice, isCurrency } from './money';
export { countryName, isCountry } from './places';
export { slug } from './text';
export { isTimeZone, longZoneName, zone, type ZoneDescription } from './zones';
