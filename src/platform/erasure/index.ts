export * from './erase-club';
export { countMoved, discardMoved, NotMoved, purgeMoved } from './moved-club';
export * from './person-merge';
export * from './person-rows';
export { hasIds, type PersonTable, personTables } from './person-tables';
