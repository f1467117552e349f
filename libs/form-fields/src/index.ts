export * from './form-fields';
