export { FanclubError, FanclubNetworkError, FanclubTimeoutError, type FieldMessages } from './errors.ts';
export { Fanclub } from './fanclub.ts';
export { fieldsIn } from './fields.ts';
export type * from './generated/api.ts';
export type { GetInput, GetPath, GetValue, PostInput, PostPath, PostValue } from './operations.ts';
export type { CallOptions, FanclubOptions } from './options.ts';
export { priceLike, toDate } from './values.ts';
