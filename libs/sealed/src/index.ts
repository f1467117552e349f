export * from './keyed-digest';
export * from './sealer';
