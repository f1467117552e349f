export * from './keys';
export type { ListedKey } from './keys.queries';
export * from './trusted-domains';
