export * from './change-listener';
export * from './remembered';
export * from './rough-size';
export * from './snapshots';
