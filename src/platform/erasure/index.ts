export * from './erase-club';
