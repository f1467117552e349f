export { membership, type Membership } from './membership';
export * from './process-group';
