export * from './sealer';
