export * from './draw';
export * from './draw-file';
export * from './script';
