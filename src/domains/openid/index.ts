export type { Scope } from './application.entity';
export { type AllowedApplication, Consents } from './consents';
export { LogInLookup } from './log-in-lookup';
export { LOG_OUT_PARAMETERS, type LogOutParameters, LogOutRequests } from './log-out-requests';
export { type Ask, OpenidAsks } from './openid-asks';
export { OpenidProviders } from './openid-providers';
export { inRequest, type LogIn, type OpenidRequest } from './openid-request';
export * from './openid.module';
