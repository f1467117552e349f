export * from './http.module';
export * from './overloaded';
export * from './texts';
