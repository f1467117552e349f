export * from './session-plugin';
export * from './session-cookies';
