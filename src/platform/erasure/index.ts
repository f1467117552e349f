export * from './erase-club';
export { countMoved, discardMoved, NotMoved, purgeMoved } from './moved-club';
