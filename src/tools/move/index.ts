export * from './club-move';
export { type OldRows, oldRows, purgeOldRows } from './old-rows';
export { MoveRefused } from './move-refused';
