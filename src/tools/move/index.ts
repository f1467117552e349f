export * from './club-move';
