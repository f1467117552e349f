export * from './deadline';
export * from './http.module';
export * from './load-shedding';
export * from './overloaded';
export * from './protocol-errors';
export * from './texts';
