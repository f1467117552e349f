export * from './personal-data';
