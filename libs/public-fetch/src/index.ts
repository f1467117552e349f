export { AddressRefused, isPublic, refusalOf, type Resolve, resolveName } from './public-address';
export { type PublicFetch, publicFetch, type PublicFetchOptions } from './public-fetch';
