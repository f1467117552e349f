export * from './address';
export * from './callback';
export * from './jsonp-requests';
