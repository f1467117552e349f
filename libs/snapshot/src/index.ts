export * from './change-listener';
export * from './rough-size';
export * from './snapshots';
