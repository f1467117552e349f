export * from './sign-request';
export * from './signed-request-refused';
export * from './verify-signed-request';
