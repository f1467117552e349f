export * from './declared';
