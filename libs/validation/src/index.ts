export * from './birthdate';
export * from './form-text';
export * from './id';
export * from './lenient';
export * from './text';
export * from './url';
