export * from './cells';
export * from './read-csv';
export * from './write-csv';
