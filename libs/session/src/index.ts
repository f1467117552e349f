export * from './session-token';
export * from './session-plugin';
export * from './session-cookies';
