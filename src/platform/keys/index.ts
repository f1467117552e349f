export * from './keys';
export * from './trusted-domains';
