export * from './club-move';
export { MoveRefused } from './move-refused';
