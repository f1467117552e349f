export * from './token';
