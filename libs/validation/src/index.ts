export * from './birthdate';
export * from './form-text';
export * from './frugal-validation.pipe';
export * from './id';
export * from './lenient';
export * from './text';
export * from './url';
