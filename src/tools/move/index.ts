export * from './club-move';
export { type OldRows, oldRows, purgeOldRows } from './old-rows';
export { describeBytes, parseBytes } from './describe-bytes';
export { placesOf } from './places';
export { MoveRefused } from './move-refused';
